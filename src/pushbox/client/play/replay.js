/** Replay of a line, step by step. */

export const SLOWEST = 1;
export const FASTEST = 60;

export class Replay {
  /**
   * @param {object} adapter
   * @param {() => boolean} adapter.step does the next step; false where there is none
   * @param {(running: boolean) => void} adapter.changed
   * @param {number} adapter.speed steps a second
   * @param {(step: () => void, milliseconds: number) => any} [adapter.wait]
   * @param {(timer: any) => void} [adapter.stop]
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
    this.#advance();
    if (this.running) this.changed(true);
  }

  pause() {
    if (!this.running) return;
    this.stop(this.timer);
    this.timer = null;
    this.changed(false);
  }

  /** Multiply the speed, and return it. @param {number} factor */
  scaleSpeed(factor) {
    this.speed = Math.min(FASTEST, Math.max(SLOWEST, Math.round(this.speed * factor)));
    return this.speed;
  }

  #advance() {
    const wasRunning = this.running;
    if (!this.step()) {
      this.timer = null;
      if (wasRunning) this.changed(false);
      return;
    }
    this.timer = this.wait(() => this.#advance(), 1000 / this.speed);
  }
}
