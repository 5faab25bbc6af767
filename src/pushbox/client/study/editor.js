/** The form that changes what a study says at a node, and its lines. */

import { h, labelled } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { announce } from "../ui/status.js";
import { formatDrawn, readDrawn } from "./marks.js";
import { promote, removeNode, say } from "./study.js";

/**
 * A change of the study as it is by then, with the node to go to.
 * @typedef {(study: Study.Value) => {study: Study.Value, node: number}} Change
 */

/**
 * @typedef {object} EditorHandlers
 * @property {(change: Change) => void} changed
 * @property {(text: string) => void} moves adds moves at the node
 */

/**
 * Fill the form with a node; it takes in what is typed when a field is left.
 * @param {HTMLElement} form
 * @param {Study.Value} study
 * @param {number} node
 * @param {EditorHandlers} handlers
 */
export function drawEditor(form, study, node, { changed, moves }) {
  if (form.contains(document.activeElement) && form.dataset.node === String(node)) return; // somebody types in it
  const { comment, question } = study.nodes[node];
  const board = study.level.board;
  const field = (/** @type {string} */ key, /** @type {HTMLInputElement | HTMLTextAreaElement} */ input, /** @type {(study: Study.Value, value: string) => Study.Value} */ change) => {
    input.addEventListener("change", () => changed((current) => ({ study: change(current, input.value), node })));
    return labelled(t(key), input);
  };
  const typed = h("input", { name: "moves", autocomplete: "off", spellcheck: false });
  const button = (/** @type {string} */ key, /** @type {() => void} */ onclick, look = "") => h("button", { type: "button", class: look, onclick }, t(key));
  const draw = (/** @type {Study.Value} */ current, /** @type {string} */ value) => {
    const { marks, arrows, wrong } = readDrawn(board, value);
    if (wrong.length) announce(t("study.wrong", { line: wrong[0] }), { show: true });
    return say(current, node, { marks, arrows });
  };
  form.dataset.node = String(node);
  form.replaceChildren(
    h("h2", {}, t("key.edit")),
    field("label.title", h("input", { value: study.title, maxLength: 500 }), (current, title) => ({ ...current, title })),
    field("study.author", h("input", { value: study.author, maxLength: 500 }), (current, author) => ({ ...current, author })),
    field("study.comment", h("textarea", { value: comment, rows: 4, maxLength: 8000 }), (current, value) => say(current, node, { comment: value })),
    field("study.question", h("input", { value: question, maxLength: 500 }), (current, value) => say(current, node, { question: value })),
    field("study.drawn", h("textarea", { value: formatDrawn(board, study.nodes[node]), rows: 3, placeholder: "problem D4 E5\narrow D4 E5" }), draw),
    h("div", { class: "row" }, labelled(t("study.moves"), typed), button("study.add", () => typed.value.trim() && moves(typed.value))),
    h(
      "div",
      { class: "row" },
      node > 0 && button("study.promote", () => changed((current) => promote(current, node))),
      node > 0 && button("study.cut", () => changed((current) => removeNode(current, node)), "danger"),
    ),
    h("button", { class: "primary" }, t("label.save")),
  );
}
