/** The comments that have been reported, for those who moderate this server. */

import { get, put, withQuery } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { announceError } from "../ui/status.js";

/** @param {HTMLElement} list */
export async function showReports(list) {
  const { reports } = await get("/reports");
  list.replaceChildren(...(reports.length ? reports.map((one) => reportItem(one, list)) : [h("li", { class: "muted" }, t("account.reports.none"))]));
}

/**
 * @param {Api.ReportedOut} report
 * @param {HTMLElement} list
 */
function reportItem({ comment, level, reasons }, list) {
  const decide = (/** @type {boolean} */ hidden) => () =>
    put("/comments/{comment}/hidden", { hidden }, { comment: comment.id }).then(() => showReports(list)).catch(announceError);
  const why = reasons.filter(Boolean).join(" · ");
  return h(
    "li",
    { class: "report" },
    h("p", {}, h("a", { href: withQuery("/profile", { name: comment.name }) }, comment.name), ": ", comment.text),
    h("p", { class: "muted" }, t("account.reports.count", { count: reasons.length }), why && `: ${why}`),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button", href: `/play?level=${level}` }, t("account.reports.level")),
      h("button", { type: "button", class: "danger", onclick: decide(true) }, t("community.hide")),
      h("button", { type: "button", onclick: decide(false) }, t("account.reports.keep")),
    ),
  );
}
