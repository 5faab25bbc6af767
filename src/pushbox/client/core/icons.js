/** Icons of 24 by 24, drawn with lines. */

import { svg } from "./dom.js";

const PATHS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  settings: "M4 7h9M17 7h3M13 4.500v5M4 17h3M11 17h9M7 14.500v5",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6",
  first: "M7 6v12M19 6l-8 6 8 6z",
  last: "M17 6v12M5 6l8 6-8 6z",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  previous: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  restart: "M5 12a7 7 0 1 0 2.500-5.300M5 4v4h4",
  hint: "M9 18h6M10 21h4M8.500 15a6 6 0 1 1 7 0v1h-7z",
  turn: "M19 12a7 7 0 1 1-2.500-5.300M19 4v4h-4",
  flip: "M12 4v16M9 7L4 17h5zM15 7l5 10h-5z",
  zoom: "M10.500 5a5.500 5.500 0 1 1 0 11 5.500 5.500 0 0 1 0-11zM15 15l5 5M8 10.500h5M10.500 8v5",
  whole: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  share: "M12 15V4M8 8l4-4 4 4M5 13v6h14v-6",
  import: "M12 4v11M8 11l4 4 4-4M5 19h14",
  copy: "M9 9h10v11H9zM5 15V4h10",
  paste: "M9 4h6v3H9zM9 5H6v15h12V5h-3",
  help: "M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 17.500v.1",
  eye: "M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z",
  list: "M9 6h11M9 12h11M9 18h11M4.500 6h.1M4.500 12h.1M4.500 18h.1",
  more: "M5 12h.1M12 12h.1M19 12h.1",
  tick: "M5 12.500l4.500 4.500L19 7",
  left: "M20 12H5M11 6l-6 6 6 6",
  up: "M12 20V5M6 11l6-6 6 6",
  right: "M4 12h15M13 6l6 6-6 6",
  down: "M12 4v15M6 13l6 6 6-6",
  flag: "M6 21V4h12l-3 4 3 4H6",
  analyse: "M4 19h16M7 15l4-5 3 3 5-7",
  edit: "M5 19l1-4L16.500 4.500l3 3L9 18z",
};

/** @typedef {keyof typeof PATHS} IconName */

/**
 * Return an icon; the words belong to what it stands in.
 * @param {IconName} name
 */
export function icon(name) {
  return svg(
    "svg",
    {
      viewBox: "0 0 24 24",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": name === "more" ? 3 : 2,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      "aria-hidden": "true",
    },
    svg("path", { d: PATHS[name] }),
  );
}
