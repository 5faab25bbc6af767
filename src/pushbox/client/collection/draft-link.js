/** The dialog with the link by which others test a collection before it is published, and with what they say. */

import { get, post, remove } from "../core/api.js";
import { h, labelled } from "../core/dom.js";
import { language, t } from "../core/i18n.js";
import { copyText } from "../ui/clipboard.js";
import { openDialog } from "../ui/dialog.js";
import { announce, announceError } from "../ui/status.js";

/** @param {number} collection one's own */
export async function openDraftLink(collection) {
  const { made, testers, comments } = await get("/collections/{collection}/draft-link", { collection });
  const body = h("div", { class: "stack" });
  const dialog = openDialog(t("draft.link"), [body]);
  show(made === null ? "" : t("draft.testers", { count: testers, date: day(made) }));

  /** @param {string} state of the link, empty where there is none @param {string} [code] of a new one */
  function show(state, code) {
    const items = comments.map(commentItem);
    body.replaceChildren(
      h("p", {}, t("draft.what")),
      code ? newLink(code) : h("p", { class: "muted", hidden: !state }, state),
      h("div", { class: "row" }, button("draft.new", make, code ? "" : "primary"), state ? button("draft.end", end, "danger") : ""),
      h("h3", {}, t("draft.comments")),
      items.length ? h("ol", { class: "list comments" }, ...items) : h("p", { class: "muted" }, t("draft.comments.none")),
    );
  }

  async function make() {
    const { code } = await post("/collections/{collection}/draft-link", undefined, { collection });
    show(t("draft.link"), code);
  }

  async function end() {
    await remove("/collections/{collection}/draft-link", { collection });
    dialog.close();
    announce(t("draft.ended"), { show: true });
  }
}

/** @param {string} code */
function newLink(code) {
  const field = h("input", { readOnly: true, value: `${location.origin}/collection#test=${code}` });
  const copy = h("button", { type: "button", class: "primary", onclick: () => copyText(field.value, t("share.copied")) }, t("label.copy-link"));
  return h("div", { class: "stack" }, labelled(t("draft.link"), field), h("p", { class: "muted" }, t("draft.once")), copy);
}

/** @param {Api.DraftCommentOut} comment */
function commentItem({ level, number, title, name, text, made }) {
  const where = h("a", { href: `/play?level=${level}` }, title || t("level.numbered", { number }));
  return h("li", {}, h("p", { class: "muted" }, where, ` · ${name} · ${day(made)}`), h("p", { class: "notes" }, text));
}

/** @param {string} key of its text @param {() => Promise<void>} work @param {string} look */
function button(key, work, look) {
  return h("button", { type: "button", class: look, onclick: () => work().catch(announceError) }, t(key));
}

/** @param {string} time */
function day(time) {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(new Date(time));
}
