/** Swipes beside the board: each is a step. */

const FAR = 24; // pixels that make a finger's way a swipe

/**
 * Tell the way of swipes that begin on an element, but not on what lies in it under `except`.
 * @param {HTMLElement} element
 * @param {(target: Element, event: PointerEvent) => boolean} beside whether a swipe may begin there
 * @param {(direction: number) => void} swiped the direction on the screen: left, up, right, down
 */
export function onSwipe(element, beside, swiped) {
  /** @type {{id: number, x: number, y: number} | null} */
  let start = null;
  element.addEventListener("pointerdown", (event) => {
    const free = event.isPrimary && event.pointerType !== "mouse" && event.target instanceof Element;
    start = free && beside(/** @type {Element} */ (event.target), event) ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
  });
  element.addEventListener("pointerup", (event) => {
    if (!start || event.pointerId !== start.id) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    start = null;
    if (Math.max(Math.abs(dx), Math.abs(dy)) < FAR) return;
    if (Math.abs(dx) > Math.abs(dy)) swiped(dx < 0 ? 0 : 2);
    else swiped(dy < 0 ? 1 : 3);
  });
  element.addEventListener("pointercancel", () => (start = null));
}
