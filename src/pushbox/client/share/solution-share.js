/** The dialog that shares a solution: as a moving picture, as a film, and as a walk-through with the numbers of the boxes. */

import { get, fillPath, withQuery } from "../core/api.js";
import { h, labelled } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { settings } from "../core/settings.js";
import { copyText } from "../ui/clipboard.js";
import { openDialog } from "../ui/dialog.js";
import { downloadBlob, fileName } from "../ui/download.js";
import { showStatus, statusLine, whileBusy } from "../ui/status.js";
import { canFilm, film } from "./video.js";
import { walkThroughLines } from "./walk-through.js";

const SPEEDS = [3, 6, 12, 24]; // moves a second

/**
 * A solution to be shared.
 * @typedef {{level: number, solution: number, title: string, board: {width: number, height: number}, pushes: number}} Shared
 */

/** @param {Shared} shared */
export async function openSolutionShare(shared) {
  const status = statusLine();
  const walk = shared.pushes ? await walkThroughPart(shared) : [];
  openDialog(t("solution.share"), [h("h3", {}, t("solution.moving")), ...movingPart(shared, status), ...walk, status], { wide: true });
}

/** @param {Shared} shared @param {HTMLElement} status */
function movingPart({ level, solution, title }, status) {
  const speed = h("select", {}, ...SPEEDS.map((value) => h("option", { value: String(value), selected: value === SPEEDS[1] }, t("settings.speed.now", { count: value }))));
  const address = (/** @type {"gif" | "webp"} */ kind) =>
    withQuery(`/api${fillPath(`/levels/{level}/solutions/{solution}/animation.${kind}`, { level, solution })}`, { skin: shownSkin(), speed: speed.value });
  const save = (/** @type {"gif" | "webp"} */ kind) => async () => {
    const response = await fetch(address(kind), { credentials: "same-origin" });
    if (!response.ok) throw new Error((await response.json()).error.message);
    downloadBlob(fileName(title, `.${kind}`), await response.blob());
  };
  const saveFilm = async () => {
    const progress = (/** @type {number} */ done, /** @type {number} */ all) => showStatus(status, t("solution.filming", { done, all }));
    downloadBlob(fileName(title, ".webm"), await film(address("gif"), progress));
    showStatus(status, "");
  };
  const button = (/** @type {string} */ text, /** @type {() => Promise<void>} */ work) => {
    const made = /** @type {HTMLButtonElement} */ (h("button", { type: "button" }, text));
    made.addEventListener("click", () => whileBusy(made, status, work));
    return made;
  };
  return [
    h("p", { class: "muted" }, t("solution.moving.what")),
    labelled(t("settings.speed"), speed),
    h("div", { class: "row" }, button("GIF", save("gif")), button("WebP", save("webp")), canFilm() && button(t("solution.film"), saveFilm)),
  ];
}

/** @param {Shared} shared */
async function walkThroughPart({ level, solution, title, board }) {
  const { stretches } = await get("/levels/{level}/solutions/{solution}/walk-through", { level, solution });
  const lines = walkThroughLines(stretches, board);
  const picture = withQuery(`/api/levels/${level}/picture.png`, { numbers: true, skin: shownSkin() });
  const text = [title, ...lines.map((line, index) => `${index + 1}. ${line}`)].join("\n");
  return [
    h("h3", {}, t("walk.title")),
    h("img", { class: "numbered", src: picture, alt: t("walk.picture") }),
    h("ol", { class: "walk" }, ...lines.map((line) => h("li", {}, line))),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", onclick: () => copyText(text, t("walk.copied")) }, t("label.copy")),
      h("a", { class: "button", href: picture, download: fileName(title, ".png") }, t("walk.save")),
    ),
  ];
}

/** Return the skin of a picture that looks as the board on the page does. */
function shownSkin() {
  const { skin } = settings();
  return skin === "plain" && document.documentElement.dataset.theme === "dark" ? "dark" : skin;
}
