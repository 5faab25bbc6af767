/** Pan and zoom: which rectangle of a picture is to be seen.  Pure. */

/** @typedef {readonly [number, number, number, number]} Frame left, top, width, height */
/** @typedef {{zoom: number, x: number, y: number}} Port the zoom from 1, and the middle of what is seen, 0 to 1 */

export const WHOLE = Object.freeze({ zoom: 1, x: 0.5, y: 0.5 });
const CLOSEST = 12;

/**
 * The part of a frame that a port shows.
 * @param {Frame} frame
 * @param {Port} port
 * @returns {Frame}
 */
export function visible([left, top, width, height], { zoom, x, y }) {
  const [w, h] = [width / zoom, height / zoom];
  return [left + x * width - w / 2, top + y * height - h / 2, w, h];
}

/** @param {Port} port @returns {Port} */
function kept({ zoom, x, y }) {
  const bounded = Math.min(CLOSEST, Math.max(1, zoom));
  const half = 0.5 / bounded;
  const within = (/** @type {number} */ value) => Math.min(1 - half, Math.max(half, value));
  return { zoom: bounded, x: within(x), y: within(y) };
}

/**
 * The port after zooming by a factor while a point of the frame stays where it is seen.
 * @param {Port} port
 * @param {number} factor
 * @param {number} x of the point, 0 to 1 over the frame
 * @param {number} y
 */
export function zoomed(port, factor, x = port.x, y = port.y) {
  const zoom = Math.min(CLOSEST, Math.max(1, port.zoom * factor));
  const ratio = port.zoom / zoom;
  return kept({ zoom, x: x + (port.x - x) * ratio, y: y + (port.y - y) * ratio });
}

/**
 * The port moved by a part of the frame.
 * @param {Port} port
 * @param {number} dx
 * @param {number} dy
 */
export const moved = (port, dx, dy) => kept({ ...port, x: port.x + dx, y: port.y + dy });
