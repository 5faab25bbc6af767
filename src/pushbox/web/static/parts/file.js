/** Texts that leave the page: as a file, into the clipboard; and texts that come in as files. */

/**
 * Hand a text to the person as a file.
 * @param {string} name
 * @param {string} text
 * @param {string} [type]
 */
export function download(name, text, type = "text/plain;charset=utf-8") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000); // the browser reads it after the click
}

/**
 * A name for a file, from a title in any language.
 * @param {string} title
 * @param {string} ending such as ".xsb"
 */
export function fileName(title, ending) {
  const plain = title.replace(/[\\/:*?"<>|\p{Cc}]+/gu, " ").replace(/\s+/g, " ").trim().slice(0, 80);
  return `${plain.replace(/^\.+|\.+$/g, "") || "pushbox"}${ending}`;
}

/**
 * Put a text into the clipboard; whether the browser allowed it.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Call a function with the files that are dropped anywhere on the page, and mark the page while some hover over it.
 * @param {(files: File[]) => void} take
 */
export function onDrop(take) {
  const root = document.documentElement;
  let depth = 0; // the page is entered and left once for each element below the pointer
  const carriesFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
  /** @param {number} step */
  const count = (step) => {
    depth = Math.max(0, depth + step);
    root.classList.toggle("dropping", depth > 0);
  };
  addEventListener("dragenter", (event) => carriesFiles(event) && count(1));
  addEventListener("dragleave", (event) => carriesFiles(event) && count(-1));
  addEventListener("dragover", (event) => carriesFiles(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    count(-depth);
    take([...(event.dataTransfer?.files ?? [])]);
  });
}
