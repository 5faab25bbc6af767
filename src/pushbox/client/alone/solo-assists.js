/** Hints, lost positions and solutions of a play, by searches that take seconds. */

import { deadBoxes } from "../board/model.js";
import { explainRequest, pushableRequest } from "../core/core-requests.js";
import { measured } from "./made.js";
import { explain } from "./reasons.js";

/** @import { Mirror } from "./mirror.js" */
/** @import { LoadTexts, Reason } from "./reasons.js" */
/** @import { SoloPlay } from "./solo-play.js" */
/** @import { Verdicts } from "./verdicts.js" */

const LAST_STEP = 5; // of the hints for a position
const HINT = { seconds: 4, nodes: 200_000, megabytes: 256 }; // of the searches for a hint
const JUDGE = { seconds: 1.5, nodes: 100_000, megabytes: 128 }; // of those for a push
const SOLVE = { seconds: 30, nodes: 5_000_000, megabytes: 256 };
const MAX_REASONS = 3; // of a lost position

/** @type {Record<string, (assists: SoloAssists, request: any) => Promise<object>>} what is answered after a search */
export const ASSISTS = {
  hint: (assists, { step }) => assists.hint(step),
  judge: (assists, { search = false, lang = "en" }) => assists.judge(search, lang),
  solve: (assists) => assists.solve(),
};

export class SoloAssists {
  #play;
  #looking;
  #openVerdicts;
  #loadReasons;
  /** @type {Promise<Verdicts> | null} */
  #verdicts = null;
  /** @type {{node: number, hint: Promise<object>} | null} the last one */
  #hint = null;

  /**
   * @param {SoloPlay} play
   * @param {() => Promise<Mirror>} looking
   * @param {() => Promise<Verdicts>} openVerdicts
   * @param {LoadTexts} load the sentences of reasons
   */
  constructor(play, looking, openVerdicts, load) {
    this.#play = play;
    this.#looking = looking;
    this.#openVerdicts = openVerdicts;
    this.#loadReasons = load;
  }

  async close() {
    await (await this.#verdicts)?.close();
  }

  /** Return a hint, which counts as an assist. @param {number} step */
  async hint(step) {
    const node = this.#play.tree.current;
    this.#play.assists.add("hint");
    if (this.#hint?.node !== node) this.#hint = { node, hint: this.#findHint() };
    const found = this.#hint;
    found.hint.catch(() => this.#hint === found && (this.#hint = null)); // searched for again where it is asked for again
    const { region, cell, target, moves, path, ...rest } = /** @type {any} */ (await found.hint);
    const told = Object.entries({ region, cell, target, moves }).slice(0, region === undefined ? 0 : step - 1);
    return { is: "hint", step, ...rest, ...Object.fromEntries(told), ...(step === LAST_STEP && path && { path }) };
  }

  async #findHint() {
    const { steps: line, focus, board } = this.#play;
    const pushes = line.map(({ id }) => this.#play.at(id).counter.counts[1]);
    const verdicts = await this.#judging();
    const { lastWinnable, firstLost, verdict } = await verdicts.judgeLine(line, HINT);
    const { status } = verdict;
    if (status !== "lost") {
      const ladder = status === "winnable" ? await verdicts.ladder(line, verdict.moves, focus, board) : null;
      return { status, node: null, since: null, ...ladder };
    }
    const isKnown = firstLost !== null && firstLost > 0 && firstLost - 1 === lastWinnable && pushes[firstLost] > pushes[firstLost - 1];
    const since = firstLost === 0 ? 0 : isKnown ? pushes[/** @type {number} */ (firstLost)] : null;
    return { status, node: lastWinnable === null ? null : line[lastWinnable].id, since };
  }

  /**
   * Say whether the position is lost: for reasons that the core sees at once, else as far as a search finds out.
   * @param {boolean} search
   * @param {string} language of the reasons
   */
  async judge(search, language) {
    const { steps: line, board } = this.#play; // of which all of this is, whatever is played meanwhile
    const mirror = await this.#looking();
    const position = await mirror.positionOf(line);
    const { reasons } = await mirror.ask(position, explainRequest);
    if (reasons.length) {
      const texts = await this.#loadReasons(language);
      const told = reasons.slice(0, MAX_REASONS).map((/** @type {Reason} */ reason) => {
        const { boxes, cells = [] } = reason;
        return { text: explain(reason, board, texts), boxes, cells };
      });
      return { is: "judged", status: "lost", reasons: told };
    }
    const { dead } = await mirror.ask(position, pushableRequest); // of games that know more than boxes and goals
    const lost = deadBoxes(board, new Set(dead));
    if (lost.length) return { is: "judged", status: "lost", reasons: lost.slice(0, MAX_REASONS).map((cell) => ({ dead: cell, boxes: [cell], cells: [] })) };
    if (!search) return { is: "judged", status: "unknown", reasons: [] };
    const verdicts = await this.#judging();
    const { verdict } = await verdicts.judgeLine(line, JUDGE, line.length - 1);
    return { is: "judged", status: verdict.status, reasons: [] };
  }

  /** Return a solution from here, as far as a search finds one. */
  async solve() {
    const { steps: line, board } = this.#play;
    const { status, made } = await (await this.#judging()).solve(line, SOLVE);
    return { is: "solution", status, count: made.length, ...measured(made, board) };
  }

  /** Return what judges positions, opened when it is first wanted. */
  #judging() {
    this.#verdicts ??= this.#openVerdicts();
    this.#verdicts.catch(() => (this.#verdicts = null));
    return this.#verdicts;
  }
}
