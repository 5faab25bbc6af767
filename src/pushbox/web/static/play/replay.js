/** Playing a line again by itself, step by step. */

export const SLOWEST = 1;
export const FASTEST = 60;

export class Replay {
  /**
   * @param {object} world
   * @param {() => boolean} world.step does the next step; false where there is none
   * @param {(running: boolean) => void} world.changed
   * @param {number} world.speed steps a second
   * @param {(step: () => void, milliseconds: number) => any} [world.wait]
   * @param {(timer: any) => void} [world.stop]
   */
  constructor({ step, changed, speed, wait = (go, after) => setTimeout(go, after), stop = (timer) => clearTimeout(timer) }) {
    this.step = step;
    this.changed = changed;
    this.speed = speed;
    this.wait = wait;
    this.stop = stop;
    /** @type {any} */
    this.timer = null;
  }

  get running() {
    return this.timer !== null;
  }

  start() {
    if (this.running) return;
    this.#go();
    if (this.running) this.changed(true);
  }

  pause() {
    if (!this.running) return;
    this.stop(this.timer);
    this.timer = null;
    this.changed(false);
  }

  /** @param {number} factor */
  hurry(factor) {
    this.speed = Math.min(FASTEST, Math.max(SLOWEST, Math.round(this.speed * factor)));
    return this.speed;
  }

  #go() {
    const was = this.running;
    if (!this.step()) {
      this.timer = null;
      if (was) this.changed(false);
      return;
    }
    this.timer = this.wait(() => this.#go(), 1000 / this.speed);
  }
}
