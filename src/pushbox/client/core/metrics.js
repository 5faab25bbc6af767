/** The metrics of a line of moves, in the order in which they are shown. */
export const METRICS = /** @type {const} */ (["moves", "pushes", "box_lines", "box_changes", "pushing_sessions"]);
