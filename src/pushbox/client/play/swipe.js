/** Swipes of a finger: each is a step, wherever it is drawn. */

import { FLICK_DISTANCE, FLICK_MS } from "../board/gestures.js";

/**
 * Listen to swipes over an element.
 * @param {HTMLElement} element
 * @param {(target: Element, event: PointerEvent, quick: boolean) => boolean} isSwipe whether one that began on a target
 *   is taken; `event` is that of its begin, `quick` that of a flick
 * @param {(direction: number) => void} swiped the direction on the screen: left, up, right, down
 */
export function onSwipe(element, isSwipe, swiped) {
  /** @type {PointerEvent | null} */
  let start = null;
  element.addEventListener("pointerdown", (event) => {
    start = event.isPrimary && event.pointerType !== "mouse" ? event : null; // a second finger zooms
  });
  element.addEventListener("pointerup", (event) => {
    if (!start || event.pointerId !== start.pointerId) return;
    const [begin, target] = [start, start.target];
    const [dx, dy] = [event.clientX - begin.clientX, event.clientY - begin.clientY];
    start = null;
    if (Math.max(Math.abs(dx), Math.abs(dy)) < FLICK_DISTANCE) return;
    if (!(target instanceof Element) || !isSwipe(target, begin, event.timeStamp - begin.timeStamp <= FLICK_MS)) return;
    if (Math.abs(dx) > Math.abs(dy)) swiped(dx < 0 ? 0 : 2);
    else swiped(dy < 0 ? 1 : 3);
  });
  element.addEventListener("pointercancel", () => (start = null));
}
