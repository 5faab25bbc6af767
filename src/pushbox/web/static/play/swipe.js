/** Swipes of a finger beside the board: each is a step. */

const MIN_DISTANCE = 24; // pixels

/**
 * Listen to swipes over an element.
 * @param {HTMLElement} element
 * @param {(target: Element, event: PointerEvent) => boolean} mayStart
 * @param {(direction: number) => void} swiped the direction on the screen: left, up, right, down
 */
export function onSwipe(element, mayStart, swiped) {
  /** @type {{id: number, x: number, y: number} | null} */
  let start = null;
  element.addEventListener("pointerdown", (event) => {
    const { target, isPrimary, pointerType, pointerId: id, clientX: x, clientY: y } = event;
    const finger = isPrimary && pointerType !== "mouse" && target instanceof Element && mayStart(target, event);
    start = finger ? { id, x, y } : null;
  });
  element.addEventListener("pointerup", (event) => {
    if (!start || event.pointerId !== start.id) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    start = null;
    if (Math.max(Math.abs(dx), Math.abs(dy)) < MIN_DISTANCE) return;
    if (Math.abs(dx) > Math.abs(dy)) swiped(dx < 0 ? 0 : 2);
    else swiped(dy < 0 ? 1 : 3);
  });
  element.addEventListener("pointercancel", () => (start = null));
}
