/**
 * How many stars a solution has beside the best that is known: those of the first row whose limits it keeps, as times
 * the fewest pushes and the fewest moves.  The terminal game reads this table too, as JSON.
 */

/** @type {{ stars: number, pushes?: number, moves?: number }[]} */
export const STARS = [{ "stars": 3, "pushes": 1, "moves": 1 }, { "stars": 2, "pushes": 1.25, "moves": 1.25 }, { "stars": 1 }];
