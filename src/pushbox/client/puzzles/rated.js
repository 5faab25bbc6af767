/** The rated puzzles on their page: the rating, the puzzle that one is at, the next one, and those that one has failed. */

import { get, post } from "../core/api.js";
import { find } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { levelCard, levelTile } from "../ui/cards.js";
import { signed } from "../ui/rating.js";
import { announce, showError, showStatus, whileBusy } from "../ui/status.js";

const WAITS = 10; // looks until a puzzle that was just solved is kept
const WAIT = 300; // milliseconds between them

/** @param {HTMLElement} root */
export async function mountRated(root) {
  const status = find("#status", root);
  const [next, giveUp] = ["#next-puzzle", "#give-up"].map((id) => /** @type {HTMLButtonElement} */ (find(id, root)));
  next.addEventListener("click", () => whileBusy(next, status, () => openNext(status)));
  giveUp.addEventListener("click", () =>
    whileBusy(giveUp, status, async () => {
      await post("/puzzles", { do: "give-up" });
      const puzzles = await show(root);
      if (puzzles.last) announce(t("puzzles.lost", { rating: puzzles.rating, change: signed(puzzles.last.change) }), { show: true });
    }),
  );
  const solved = new URLSearchParams(location.search).get("after");
  if (solved) await openNext(status, Number(solved)).catch((error) => showError(status, error));
  else await show(root);
}

/** @param {HTMLElement} root */
async function show(root) {
  const puzzles = await get("/puzzles");
  const { rating, provisional, tried, won, current, failed } = puzzles;
  find("#rating", root).textContent = `${rating}${provisional ? "?" : ""}`;
  find("#rating-facts", root).textContent = t(tried ? "puzzles.facts" : "puzzles.facts.none", { won, tried });
  find("#next-puzzle", root).textContent = t(current ? "puzzles.resume" : "puzzles.next");
  find("#give-up", root).hidden = !current;
  const kicker = current ? t("puzzles.current", { rating: current.rating }) : "";
  find("#current", root).replaceChildren(...(current ? [levelCard({ ...current.level, best: {} }, { href: puzzleAddress(current.play), kicker })] : []));
  find("#failed .tiles", root).replaceChildren(...failed.map(levelTile));
  find("#failed", root).hidden = !failed.length;
  return puzzles;
}

/**
 * Open the puzzle that is current, else the next one; after one that was just solved wait until that is kept.
 * @param {HTMLElement} status
 * @param {number} [after] the play of the one that was solved
 */
async function openNext(status, after) {
  for (let looks = 0; looks < WAITS; looks++) {
    const { play } = await post("/puzzles", { do: "next" });
    if (play === null) {
      showStatus(status, t("puzzles.all"));
      return;
    }
    if (play !== after) {
      location.assign(puzzleAddress(play));
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, WAIT));
  }
  location.assign(puzzleAddress(after ?? 0)); // it is not solved, after all
}

/** @param {number | null} play */
const puzzleAddress = (play) => `/play?play=${play}&rated=1`;
