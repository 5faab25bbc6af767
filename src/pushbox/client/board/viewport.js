/** Pan and zoom: the rectangle of a picture that is visible. */

/** @typedef {readonly [number, number, number, number]} Frame left, top, width, height */
/** @typedef {{zoom: number, x: number, y: number}} Viewport the zoom from 1, and its centre, 0 to 1 over the frame */

export const WHOLE = Object.freeze({ zoom: 1, x: 0.5, y: 0.5 });
const MAX_ZOOM = 12;

/**
 * Return the part of a frame that a viewport shows.
 * @param {Frame} frame
 * @param {Viewport} viewport
 * @returns {Frame}
 */
export function visibleFrame([left, top, width, height], { zoom, x, y }) {
  const [w, h] = [width / zoom, height / zoom];
  return [left + x * width - w / 2, top + y * height - h / 2, w, h];
}

/** @param {Viewport} viewport @returns {Viewport} */
function clamped({ zoom, x, y }) {
  const bounded = Math.min(MAX_ZOOM, Math.max(1, zoom));
  const half = 0.5 / bounded;
  const within = (/** @type {number} */ value) => Math.min(1 - half, Math.max(half, value));
  return { zoom: bounded, x: within(x), y: within(y) };
}

/**
 * Zoom by a factor while a point of the frame stays where it is on the screen.
 * @param {Viewport} viewport
 * @param {number} factor
 * @param {number} x of the point, 0 to 1 over the frame
 * @param {number} y
 */
export function zoomViewport(viewport, factor, x = viewport.x, y = viewport.y) {
  const zoom = Math.min(MAX_ZOOM, Math.max(1, viewport.zoom * factor));
  const ratio = viewport.zoom / zoom;
  return clamped({ zoom, x: x + (viewport.x - x) * ratio, y: y + (viewport.y - y) * ratio });
}

/**
 * Move by a part of the frame.
 * @param {Viewport} viewport
 * @param {number} dx
 * @param {number} dy
 */
export const panViewport = (viewport, dx, dy) => clamped({ ...viewport, x: viewport.x + dx, y: viewport.y + dy });

/** How near to the rim of what is visible a point that is followed may come, as a part of it. */
const RIM = 0.3;

/**
 * Move as little as keeps a point off the rim of what is visible.
 * @param {Viewport} viewport
 * @param {number} x of the point, 0 to 1 over the frame
 * @param {number} y
 */
export function followViewport(viewport, x, y) {
  const most = (0.5 - RIM) / viewport.zoom;
  const beyond = (/** @type {number} */ distance) => Math.sign(distance) * Math.max(0, Math.abs(distance) - most);
  return panViewport(viewport, beyond(x - viewport.x), beyond(y - viewport.y));
}

/** Return the directions, left, up, right and down, in which more of a frame lies than is visible. @param {Viewport} viewport */
export function hiddenSides({ zoom, x, y }) {
  const half = 0.5 / zoom + 1e-6;
  return [x > half, y > half, x < 1 - half, y < 1 - half];
}
