/** The form that changes what a study says at a node, and its lines. */

import { h, labelled, onSubmit } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { announce } from "../ui/status.js";
import { formatDrawn, readDrawn } from "./marks.js";
import { promote, removeNode, say } from "./study.js";

/**
 * @typedef {object} EditorHandlers
 * @property {(study: Study.Value, node: number) => void} changed
 * @property {(text: string) => void} moves adds moves at the node
 * @property {() => void} save
 */

/**
 * Fill the form with a node; it takes in what is typed when a field is left.
 * @param {HTMLElement} form
 * @param {Study.Value} study
 * @param {number} node
 * @param {EditorHandlers} handlers
 */
export function drawEditor(form, study, node, { changed, moves, save }) {
  if (form.contains(document.activeElement) && form.dataset.node === String(node)) return; // somebody types in it
  const { comment, question } = study.nodes[node];
  const board = study.level.board;
  const field = (/** @type {string} */ key, /** @type {HTMLInputElement | HTMLTextAreaElement} */ input, /** @type {(value: string) => Study.Value} */ change) => {
    input.addEventListener("change", () => changed(change(input.value), node));
    return labelled(t(key), input);
  };
  const typed = h("input", { name: "moves", autocomplete: "off", spellcheck: false });
  const button = (/** @type {string} */ key, /** @type {() => void} */ onclick, look = "") => h("button", { type: "button", class: look, onclick }, t(key));
  const draw = (/** @type {string} */ value) => {
    const { marks, arrows, wrong } = readDrawn(board, value);
    if (wrong.length) announce(t("study.wrong", { line: wrong[0] }), { show: true });
    return say(study, node, { marks, arrows });
  };
  const edit = (/** @type {{study: Study.Value, node: number}} */ after) => changed(after.study, after.node);
  form.dataset.node = String(node);
  form.replaceChildren(
    h("h2", {}, t("study.edit")),
    field("study.title", h("input", { value: study.title, maxLength: 500 }), (title) => ({ ...study, title })),
    field("study.author", h("input", { value: study.author, maxLength: 500 }), (author) => ({ ...study, author })),
    field("study.comment", h("textarea", { value: comment, rows: 4, maxLength: 8000 }), (value) => say(study, node, { comment: value })),
    field("study.question", h("input", { value: question, maxLength: 500 }), (value) => say(study, node, { question: value })),
    field("study.drawn", h("textarea", { value: formatDrawn(board, study.nodes[node]), rows: 3, placeholder: "problem D4 E5\narrow D4 E5" }), draw),
    h("div", { class: "row" }, labelled(t("study.moves"), typed), button("study.add", () => typed.value.trim() && moves(typed.value))),
    h("div", { class: "row" }, node > 0 && button("study.promote", () => edit(promote(study, node))), node > 0 && button("study.cut", () => edit(removeNode(study, node)), "danger")),
    h("button", { class: "primary" }, t("study.save")),
  );
  form.onsubmit = null;
  if (!form.dataset.listens) onSubmit(form, () => form.dispatchEvent(new Event("study-save")));
  form.dataset.listens = "true";
  form.addEventListener("study-save", save, { once: true });
}
