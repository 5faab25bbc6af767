/** Texts and data that leave the page as files. */

/**
 * Hand a text to the person as a file.
 * @param {string} name
 * @param {string} text
 * @param {string} [type]
 */
export function downloadText(name, text, type = "text/plain;charset=utf-8") {
  downloadBlob(name, new Blob([text], { type }));
}

/** Hand data to the person as a file. @param {string} name @param {Blob} blob */
export function downloadBlob(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000); // the browser reads it after the click
}

/**
 * Return a name for a file, from a title in any language.
 * @param {string} title
 * @param {string} ending such as ".xsb"
 */
export function fileName(title, ending) {
  const plain = title.replace(/[\\/:*?"<>|\p{Cc}]+/gu, " ").replace(/\s+/g, " ").trim().slice(0, 80);
  return `${plain.replace(/^\.+|\.+$/g, "") || "pushbox"}${ending}`;
}
