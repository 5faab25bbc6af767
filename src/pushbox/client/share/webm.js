/** Pictures of VP8 as a WebM file: the few elements of Matroska that a film without sound needs (RFC 9559). */

/**
 * An encoded picture.
 * @typedef {{data: Uint8Array, milliseconds: number, key: boolean}} Chunk when it is shown, and whether it needs none before it
 */

const LONGEST = 30_000; // milliseconds of a cluster, in which a picture has its time as 16 bits
const KEY = 0x80;

/**
 * Return the bytes of a film.
 * @param {readonly Chunk[]} chunks in their order, the first one a key
 * @param {{width: number, height: number, milliseconds: number}} film how large, and how long
 */
export function webm(chunks, { width, height, milliseconds }) {
  const header = element("1a45dfa3", element("4286", [1]), element("42f7", [1]), element("42f2", [4]), element("42f3", [8]), element("4282", "webm"), element("4287", [2]), element("4285", [2]));
  const info = element("1549a966", element("2ad7b1", number(1_000_000)), element("4489", double(milliseconds)), element("4d80", "pushbox"), element("5741", "pushbox"));
  const video = element("e0", element("b0", number(width)), element("ba", number(height)));
  const tracks = element("1654ae6b", element("ae", element("d7", [1]), element("73c5", [1]), element("83", [1]), element("86", "V_VP8"), video));
  return joined([header, element("18538067", info, tracks, ...clusters(chunks))]);
}

/** @param {readonly Chunk[]} chunks */
function clusters(chunks) {
  /** @type {Chunk[][]} */
  const groups = [];
  for (const chunk of chunks) {
    const group = groups.at(-1);
    if (!group || chunk.key || chunk.milliseconds - group[0].milliseconds > LONGEST) groups.push([chunk]);
    else group.push(chunk);
  }
  return groups.map((group) => {
    const [{ milliseconds: start }] = group;
    const blocks = group.map(({ data, milliseconds, key }) => element("a3", [0x81, ...number(milliseconds - start).slice(2), key ? KEY : 0], data));
    return element("1f43b675", element("e7", number(start)), ...blocks);
  });
}

/**
 * Return an element with its id and the length of its content, which takes eight bytes.
 * @param {string} id in hexadecimal
 * @param {...(string | ArrayLike<number>)} content
 */
function element(id, ...content) {
  const parts = content.map((part) => (typeof part === "string" ? new TextEncoder().encode(part) : Uint8Array.from(part)));
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return joined([Uint8Array.from(id.match(/../g) ?? [], (pair) => parseInt(pair, 16)), Uint8Array.from([1, 0, 0, 0, ...number(length)]), ...parts]);
}

/** @param {readonly Uint8Array[]} parts */
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Return a whole number as four bytes. @param {number} value */
const number = (value) => [24, 16, 8, 0].map((bits) => (Math.round(value) >>> bits) & 255);

/** Return a number as eight bytes. @param {number} value */
function double(value) {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, value);
  return new Uint8Array(bytes.buffer);
}
