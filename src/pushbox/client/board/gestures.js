/**
 * Pointer events over a board, recognized as gestures: press, hold, drag and hover of cells; pan and zoom with two
 * fingers, with the middle button, with Ctrl and the wheel, and from a cell that says so.  A flick of a finger, which is
 * quick, neither presses nor drags: whoever listens beside may take it.
 */

/** @typedef {"start" | "move" | "end" | "cancel"} DragPhase */

/**
 * @typedef {object} GestureHandlers
 * @property {(x: number, y: number) => number} cellAt the cell at a point of the window, -1 for none
 * @property {(cell: number) => void} press
 * @property {(cell: number) => void} hold
 * @property {(from: number, cell: number, phase: DragPhase) => void} drag
 * @property {(cell: number) => void} hover -1 where the pointer has left
 * @property {(cell: number) => boolean} pans whether a drag from a cell pans
 * @property {(dx: number, dy: number) => void} pan in pixels
 * @property {(factor: number, x: number, y: number) => void} zoom about a point of the window
 */

const HOLD_MS = 500;
export const FLICK_MS = 250; // the longest flick
export const FLICK_DISTANCE = 24; // pixels of the shortest one
const PRESS_TOLERANCE = 10; // pixels that a finger may move and still press

/** @typedef {{x: number, y: number}} Point */
/** @typedef {Point & {startX: number, startY: number, cell: number, time: number}} Finger `cell` is where it came down */

/** @param {Point[]} points of two fingers @returns {Point} */
const centre = ([a, b]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
/** @param {Point[]} points of two fingers */
const distance = ([a, b]) => Math.hypot(a.x - b.x, a.y - b.y);

/** Return whether a finger that goes up has flicked. @param {Finger} finger @param {PointerEvent} event */
function isFlick({ startX, startY, time }, { pointerType, timeStamp, clientX, clientY }) {
  const distance = Math.max(Math.abs(clientX - startX), Math.abs(clientY - startY));
  return pointerType === "touch" && timeStamp - time <= FLICK_MS && distance >= FLICK_DISTANCE;
}

export class Gestures {
  /** @type {Map<number, Finger>} */
  #fingers = new Map();
  /** @type {"idle" | "down" | "drag" | "pinch" | "pan" | "held"} */
  #state = "idle";
  #dragged = -1; // the cell that the drag was last over
  #hovered = -1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #holdTimer;
  #handlers;

  /**
   * Recognize the gestures over an element.
   * @param {Element} element
   * @param {GestureHandlers} handlers
   */
  constructor(element, handlers) {
    this.#handlers = handlers;
    const listen = (/** @type {string} */ type, /** @type {(event: PointerEvent) => void} */ handler) =>
      element.addEventListener(type, /** @type {EventListener} */ (handler));
    listen("pointerdown", (event) => this.#down(element, event));
    listen("pointermove", (event) => (this.#fingers.has(event.pointerId) ? this.#move(event) : this.#hover(event)));
    listen("pointerup", (event) => this.#up(event));
    listen("pointercancel", (event) => this.#up(event));
    listen("pointerleave", () => this.#hovered >= 0 && handlers.hover((this.#hovered = -1)));
    element.addEventListener("wheel", (event) => this.#wheel(/** @type {WheelEvent} */ (event)), { passive: false });
  }

  /** @param {Element} element @param {PointerEvent} event */
  #down(element, event) {
    if (event.button === 2) return;
    const { pointerId, clientX: x, clientY: y } = event;
    const cell = this.#handlers.cellAt(x, y);
    this.#fingers.set(pointerId, { x, y, startX: x, startY: y, cell, time: event.timeStamp });
    element.setPointerCapture(pointerId);
    if (this.#fingers.size > 1) {
      this.#cancel();
      this.#state = "pinch";
      return;
    }
    this.#state = event.button === 1 ? "pan" : "down";
    this.#dragged = cell;
    if (this.#state === "down" && cell >= 0) this.#holdTimer = setTimeout(() => this.#hold(cell), HOLD_MS);
  }

  /** @param {number} cell */
  #hold(cell) {
    this.#state = "held";
    this.#handlers.hold(cell);
  }

  /** @param {PointerEvent} event */
  #hover({ clientX, clientY, pointerType }) {
    const cell = this.#handlers.cellAt(clientX, clientY);
    if (cell !== this.#hovered && pointerType !== "touch") this.#handlers.hover((this.#hovered = cell));
  }

  /** A mouse that has been held may still drag: whoever thinks first, moves then. @param {PointerEvent} event of a finger that is down */
  #move({ pointerId, pointerType, clientX, clientY }) {
    const finger = /** @type {Finger} */ (this.#fingers.get(pointerId));
    const before = [...this.#fingers.values()].map(({ x, y }) => ({ x, y }));
    const [dx, dy] = [clientX - finger.x, clientY - finger.y];
    Object.assign(finger, { x: clientX, y: clientY });
    if (this.#state === "pan") this.#handlers.pan(dx, dy);
    else if (this.#state === "pinch") this.#pinch(before, [...this.#fingers.values()]);
    else if (this.#state !== "held" || pointerType === "mouse") this.#drag(finger);
  }

  /** @param {Finger} finger */
  #drag({ x, y, startX, startY, cell: from }) {
    const cell = this.#handlers.cellAt(x, y);
    if (cell === this.#dragged) return;
    if (this.#state !== "drag") {
      if (Math.hypot(x - startX, y - startY) <= PRESS_TOLERANCE) return;
      clearTimeout(this.#holdTimer);
      if (this.#handlers.pans(from)) {
        this.#state = "pan";
        this.#handlers.pan(x - startX, y - startY);
        return;
      }
      this.#state = "drag";
      this.#handlers.drag(from, from, "start");
    }
    this.#dragged = cell;
    this.#handlers.drag(from, cell, "move");
  }

  /** @param {Point[]} before @param {Point[]} after */
  #pinch(before, after) {
    if (before.length < 2) return;
    const [from, to] = [centre(before), centre(after)];
    this.#handlers.pan(to.x - from.x, to.y - from.y);
    if (distance(before) > 0) this.#handlers.zoom(distance(after) / distance(before), to.x, to.y);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) return;
    clearTimeout(this.#holdTimer);
    const cell = this.#handlers.cellAt(event.clientX, event.clientY);
    if (event.type === "pointercancel" || isFlick(finger, event)) this.#cancel();
    else if (this.#state === "down" && cell >= 0) this.#handlers.press(cell);
    else if (this.#state === "drag") this.#handlers.drag(finger.cell, cell, "end");
    this.#fingers.delete(event.pointerId);
    this.#state = this.#fingers.size ? "pinch" : "idle"; // the finger left of two does nothing
  }

  #cancel() {
    clearTimeout(this.#holdTimer);
    if (this.#state === "drag") this.#handlers.drag([...this.#fingers.values()][0]?.cell ?? -1, this.#dragged, "cancel");
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.#handlers.zoom(Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }
}
