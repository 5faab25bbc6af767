/** Several files that are brought in at once: in how many requests they are sent, and what they are together. */

/** @typedef {import("../core/files.js").Source} Source */
/** @typedef {Pick<Api.FileOut, "name" | "title" | "format" | "ids" | "known" | "solved" | "error">} ReadFile */

const MAX_BYTES = 3_500_000; // of a request, which may have four MiB
const READ_BYTES = 256_000; // of a request that reads: small, so that a bar moves
const READ_REQUESTS = 8; // for files of usual size

/** Return about how many bytes a source has in a request. @param {Source} source */
const sizeOf = ({ name, text, data = "" }) => new TextEncoder().encode(JSON.stringify(text)).length + data.length + name.length + 40;

/**
 * Part sources, in their order, so that each part fits into a request; one that does not stands alone.
 * @param {Source[]} sources
 * @param {{bytes?: number, files?: number}} [most] of a part
 */
export function portions(sources, { bytes = MAX_BYTES, files = Infinity } = {}) {
  /** @type {Source[][]} */
  const parts = [];
  let room = 0;
  for (const source of sources) {
    const size = sizeOf(source);
    const last = parts.at(-1);
    if (last && size <= room && last.length < files) last.push(source);
    else {
      parts.push([source]);
      room = bytes;
    }
    room -= size;
  }
  return parts;
}

/** Part sources into the few requests by which they are read. @param {Source[]} sources */
export function readingPortions(sources) {
  const bytes = sources.reduce((sum, source) => sum + sizeOf(source), 0);
  return portions(sources, {
    bytes: Math.min(MAX_BYTES, Math.max(READ_BYTES, bytes / READ_REQUESTS)),
    files: Math.max(4, Math.ceil(sources.length / READ_REQUESTS)),
  });
}

/**
 * Count files, and their levels.  One that the library has is `known`, one that is the same as another of these files
 * and not known is `repeated` from the second time on: each is counted once.
 * @param {ReadFile[]} files
 */
export function totalsOf(files) {
  const known = new Set(files.flatMap((file) => file.known));
  const ids = files.flatMap((file) => file.ids);
  const others = ids.filter((id) => !known.has(id));
  return {
    files: files.filter(({ error }) => !error).length,
    unread: files.filter(({ error }) => error).length,
    levels: ids.length,
    solved: files.reduce((sum, { solved }) => sum + solved, 0),
    known: ids.length - others.length,
    repeated: others.length - new Set(others).size,
  };
}

/** Return whether files belong into one collection: most have a single level. @param {ReadFile[]} files */
export function areSingleLevels(files) {
  const readable = files.filter(({ error }) => !error);
  return readable.filter(({ ids }) => ids.length === 1).length * 2 > readable.length;
}

/** Return the folder or archive that all sources come from, without its ending, or "". @param {Source[]} sources */
export function commonName(sources) {
  const folders = new Set(sources.map(({ name }) => (name.includes("/") ? name.split("/")[0] : "")));
  const [folder] = folders.size === 1 ? folders : [""];
  return folder || (sources.length === 1 ? sources[0].name.replace(/(\.tar)?\.\w{1,6}$/, "") : "");
}
