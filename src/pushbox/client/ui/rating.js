/** Ratings in words. */

/** Return the change of a rating with its sign. @param {number} change */
export const signed = (change) => (change < 0 ? `−${-change}` : `+${change}`);
