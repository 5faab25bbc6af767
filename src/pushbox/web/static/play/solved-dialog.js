/** The dialog of a solved level; it is there at once, so the page loads it beforehand. */

import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";
import { METRICS } from "../core/metrics.js";
import { openDialog } from "../ui/dialog.js";

/** @import { PlayController } from "./controller.js" */

/**
 * Open the dialog of a solved level: its counts beside the best, and the next level.
 * @param {PlayController} controller
 */
export function openSolved({ client }) {
  const { counts } = client.state;
  const best = client.level?.best ?? {};
  const figures = METRICS.map((name) =>
    h("div", {}, h("dt", {}, t(`count.${name}`)), h("dd", {}, String(counts[name] ?? 0)), bestCount(name, counts[name], best[name])),
  );
  const dialog = openDialog(t("solved"), [h("dl", { class: "figures" }, ...figures)], {
    kind: "solved",
    footer: [
      h("button", { onclick: () => dialog.close() }, t("solved.stay")),
      h("button", { "data-command": "share" }, icon("share"), t("tool.share")),
      h("button", { class: "primary", autofocus: true, "data-command": "next-unsolved" }, t("solved.next"), icon("next")),
    ],
  });
}

/** @param {string} name @param {number} count @param {number | undefined} best */
function bestCount(name, count, best) {
  if (best === undefined) return null;
  const better = count < best;
  return h("div", { class: better || count === best ? "best" : "muted", "data-count": name }, better ? t("solved.better", { best }) : t("solved.best", { best }));
}
