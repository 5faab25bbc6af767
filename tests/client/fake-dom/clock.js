/** The clock of a page: it stands until a test lets time pass, so that no timer depends on how busy the machine is. */

let time = 0;
let made = 0;

/** @type {Map<number, { act: () => void, due: number, every: number | null }>} */
const timers = new Map();

/** Let the page take the answers that have come. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Let time pass, timer by timer, each with the answers that follow it. @param {number} milliseconds */
export async function pass(milliseconds) {
  const end = time + milliseconds;
  for (;;) {
    await settle();
    const [id, timer] = [...timers].reduce((first, next) => (next[1].due < first[1].due ? next : first), [0, { act() {}, due: Infinity, every: null }]);
    if (timer.due > end) break;
    time = timer.due;
    if (timer.every === null) timers.delete(id);
    else timer.due = time + timer.every;
    timer.act();
  }
  time = end;
}

/** @param {() => void} act @param {number} delay @param {number | null} every */
function start(act, delay, every) {
  timers.set(++made, { act, due: time + delay, every });
  return made;
}

/** What a page finds of the clock in its globals. */
export const clock = {
  performance: { now: () => time },
  setTimeout: (/** @type {() => void} */ act, delay = 0) => start(act, Math.max(0, delay), null),
  setInterval: (/** @type {() => void} */ act, delay = 0) => start(act, Math.max(1, delay), Math.max(1, delay)),
  clearTimeout: (/** @type {number} */ id) => timers.delete(id),
  clearInterval: (/** @type {number} */ id) => timers.delete(id),
};
