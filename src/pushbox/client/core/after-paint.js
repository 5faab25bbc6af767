/** Work that comes after the paint of what was changed before, so that nobody waits for it who only wants to see that. */

const INTERVAL = 50; // milliseconds between two runs of the same work: with the frames before and behind it nobody waits for 100

/** Do something once what was changed before is painted; soon, where nothing is painted. @param {() => void} work */
export function afterPaint(work) {
  if (typeof requestAnimationFrame !== "function" || document.visibilityState === "hidden") setTimeout(work);
  else requestAnimationFrame(() => setTimeout(work));
}

/**
 * Return a function that has some work done after the next paint, twenty times a second at most: once for all calls before.
 * @param {() => void} work
 */
export function coalesced(work) {
  let isDue = false;
  let last = -Infinity;
  const run = () => {
    isDue = false;
    last = performance.now();
    work();
  };
  return () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => afterPaint(run), Math.max(0, last + INTERVAL - performance.now()));
  };
}
