/** Files of levels as a request holds them: text where they are text in UTF-8, else bytes, of which the server knows more. */

/**
 * @typedef {object} Source
 * @property {string} name of a file, "" for a text that was pasted
 * @property {string} text
 * @property {string} [data] in Base64
 * @property {string} [encoding] of `data`, where it is not to be found
 * @property {string} [symbols] what the boards are drawn with, where it is not to be found
 */

const CHUNK = 0x8000; // bytes that become characters at once: each is an argument of a call

/**
 * Return a file as a request holds it.
 * @param {File} file
 * @returns {Promise<Source>}
 */
export async function sourceOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return { name: file.name, text };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // which says that it is no UTF-8
  }
  return { name: file.name, text: "", data: base64(bytes) };
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  let characters = "";
  for (let start = 0; start < bytes.length; start += CHUNK) characters += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return btoa(characters);
}
