/** Files and texts that are dropped on the page. */

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
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length) takeFiles(files);
    else takeText?.(event.dataTransfer?.getData("text/plain") ?? "");
  });
}
