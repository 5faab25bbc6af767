/**
 * Pointers over a board, told as gestures: press, hold, drag and hover of cells, pan and zoom with two fingers, with
 * the middle button, and with Ctrl and the wheel.
 */

/** @typedef {"start" | "move" | "end" | "cancel"} Phase */

/**
 * @typedef {object} Listener
 * @property {(x: number, y: number) => number} cellAt the cell at a point of the window, -1 for none
 * @property {(cell: number, event: PointerEvent) => void} press
 * @property {(cell: number) => void} hold
 * @property {(from: number, cell: number, phase: Phase) => void} drag
 * @property {(cell: number) => void} hover -1 where the pointer has left
 * @property {(dx: number, dy: number) => void} pan in pixels
 * @property {(factor: number, x: number, y: number) => void} zoom about a point of the window
 */

const HOLD = 500; // milliseconds
const SLIP = 10; // pixels that a finger may move and still press

/** @typedef {{x: number, y: number, fromX: number, fromY: number, cell: number}} Finger */

/**
 * Listen to the pointers over an element.
 * @param {Element} element
 * @param {Listener} listener
 */
export function listen(element, listener) {
  /** @type {Map<number, Finger>} */
  const fingers = new Map();
  /** @type {"idle" | "down" | "drag" | "pinch" | "pan" | "held"} */
  let state = "idle";
  let last = -1;
  let hovered = -1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let holding;

  const stop = () => {
    clearTimeout(holding);
    if (state === "drag") listener.drag([...fingers.values()][0]?.cell ?? -1, last, "cancel");
  };

  /** @param {PointerEvent} event */
  function down(event) {
    if (event.button === 2) return;
    const cell = listener.cellAt(event.clientX, event.clientY);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, fromX: event.clientX, fromY: event.clientY, cell });
    element.setPointerCapture(event.pointerId);
    if (fingers.size > 1) {
      stop();
      state = "pinch";
      return;
    }
    state = event.button === 1 ? "pan" : "down";
    last = cell;
    if (state === "down" && cell >= 0) {
      holding = setTimeout(() => {
        state = "held";
        listener.hold(cell);
      }, HOLD);
    }
  }

  /** @param {PointerEvent} event */
  function move(event) {
    const finger = fingers.get(event.pointerId);
    const cell = listener.cellAt(event.clientX, event.clientY);
    if (!finger) {
      if (cell !== hovered && event.pointerType !== "touch") listener.hover((hovered = cell));
      return;
    }
    const before = [...fingers.values()].map(({ x, y }) => ({ x, y }));
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (state === "pan") listener.pan(dx, dy);
    else if (state === "pinch") pinch(before, [...fingers.values()]);
    else if (state === "down") {
      const slipped = Math.hypot(finger.x - finger.fromX, finger.y - finger.fromY) > SLIP;
      if (!slipped || cell === finger.cell) return;
      clearTimeout(holding);
      state = "drag";
      last = cell;
      listener.drag(finger.cell, finger.cell, "start");
      listener.drag(finger.cell, cell, "move");
    } else if (state === "drag" && cell !== last) {
      last = cell;
      listener.drag(finger.cell, cell, "move");
    }
  }

  /**
   * @param {{x: number, y: number}[]} before
   * @param {{x: number, y: number}[]} after
   */
  function pinch(before, after) {
    if (before.length < 2) return;
    const middle = (/** @type {{x: number, y: number}[]} */ [a, b]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
    const span = (/** @type {{x: number, y: number}[]} */ [a, b]) => Math.hypot(a.x - b.x, a.y - b.y);
    const [was, is] = [middle(before), middle(after)];
    listener.pan(is.x - was.x, is.y - was.y);
    if (span(before) > 0) listener.zoom(span(after) / span(before), is.x, is.y);
  }

  /** @param {PointerEvent} event */
  function up(event) {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    clearTimeout(holding);
    const cell = listener.cellAt(event.clientX, event.clientY);
    if (event.type === "pointercancel") stop();
    else if (state === "down" && cell >= 0) listener.press(cell, event);
    else if (state === "drag") listener.drag(finger.cell, cell, "end");
    fingers.delete(event.pointerId);
    state = fingers.size ? "pinch" : "idle"; // what is left of two fingers draws nothing
  }

  element.addEventListener("pointerdown", /** @type {EventListener} */ (down));
  element.addEventListener("pointermove", /** @type {EventListener} */ (move));
  element.addEventListener("pointerup", /** @type {EventListener} */ (up));
  element.addEventListener("pointercancel", /** @type {EventListener} */ (up));
  element.addEventListener("pointerleave", () => {
    if (hovered >= 0) listener.hover((hovered = -1));
  });
  element.addEventListener(
    "wheel",
    (event) => {
      if (!(event instanceof WheelEvent) || !event.ctrlKey) return;
      event.preventDefault();
      listener.zoom(Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
    },
    { passive: false },
  );
}
