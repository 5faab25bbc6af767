/** Files and texts that are dropped on the page. */

const MOST_FILES = 1_000; // of folders

/**
 * Call a function with the files that are dropped anywhere on the page, and mark the page while some hover over it.
 * @param {(files: File[]) => void} takeFiles
 * @param {(text: string) => void} [takeText] also takes texts
 */
export function onDrop(takeFiles, takeText) {
  const root = document.documentElement;
  let depth = 0; // the page is entered and left once for each element below the pointer
  /** @param {DragEvent} event */
  const isWanted = ({ dataTransfer }) =>
    dataTransfer !== null && (dataTransfer.types.includes("Files") || (takeText !== undefined && dataTransfer.types.includes("text/plain")));
  /** @param {number} step */
  const count = (step) => {
    depth = Math.max(0, depth + step);
    root.classList.toggle("dropping", depth > 0);
  };
  addEventListener("dragenter", (event) => isWanted(event) && count(1));
  addEventListener("dragleave", (event) => isWanted(event) && count(-1));
  addEventListener("dragover", (event) => isWanted(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!isWanted(event)) return;
    event.preventDefault();
    count(-depth);
    const { dataTransfer } = event;
    const files = [...(dataTransfer?.files ?? [])];
    if (!files.length) takeText?.(dataTransfer?.getData("text/plain") ?? "");
    else if (!dataTransfer || !hasFolders(dataTransfer)) takeFiles(files);
    else filesOf(dataTransfer).then(takeFiles);
  });
}

/** @param {DataTransfer} transfer */
const entriesOf = (transfer) => [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);

/** @param {DataTransfer} transfer */
const hasFolders = (transfer) => entriesOf(transfer).some((entry) => entry.isDirectory);

/**
 * Return what was dropped, with the files in folders, which are named with their folder; hidden ones are left out.
 * @param {DataTransfer} transfer
 */
async function filesOf(transfer) {
  const entries = entriesOf(transfer); // before the event is over, after which there are none
  /** @type {File[]} */
  const files = [];
  for (const entry of entries) await addFiles(entry, files);
  return files;
}

/**
 * @param {FileSystemEntry} entry
 * @param {File[]} files
 */
async function addFiles(entry, files) {
  if (files.length >= MOST_FILES || entry.name.startsWith(".")) return;
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject)).catch(() => new File([], entry.name));
    files.push(new File([file], entry.fullPath.replace(/^\//, ""), { type: file.type }));
    return;
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  const some = () => /** @type {Promise<FileSystemEntry[]>} */ (new Promise((resolve) => reader.readEntries(resolve, () => resolve([]))));
  for (let inside = await some(); inside.length; inside = await some()) {
    for (const one of inside.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))) await addFiles(one, files);
  }
}
