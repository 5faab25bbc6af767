/** The dialog of a solved level; it is there at once, so the page loads it beforehand. */

import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";
import { openDialog } from "../ui/dialog.js";
import { COUNTERS } from "./panel.js";

/** @import { PlayController } from "./controller.js" */

/**
 * Open the dialog of a solved level: its counts beside the best, and the next level.
 * @param {PlayController} controller
 * @param {Play.Run} run
 */
export function openSolved({ client }, run) {
  const { counts } = client.state;
  const best = client.level?.best ?? {};
  const figures = COUNTERS.map((name) =>
    h("div", {}, h("dt", {}, t(`count.${name}`)), h("dd", {}, String(counts[name] ?? 0)), bestCount(name, counts[name], best[name])),
  );
  const closing = (/** @type {string} */ command) => () => {
    dialog.close();
    run(command);
  };
  const dialog = openDialog(t("solved"), [h("dl", { class: "figures" }, ...figures)], {
    kind: "solved",
    footer: [
      h("button", { onclick: () => dialog.close() }, t("solved.stay")),
      h("button", { onclick: closing("share") }, icon("share"), t("tool.share")),
      h("button", { class: "primary", autofocus: true, onclick: closing("next-unsolved") }, t("solved.next"), icon("next")),
    ],
  });
}

/** @param {string} name @param {number} count @param {number | undefined} best */
function bestCount(name, count, best) {
  if (best === undefined) return null;
  const better = count < best;
  return h("div", { class: better || count === best ? "best" : "muted", "data-count": name }, better ? t("solved.better", { best }) : t("solved.best", { best }));
}
