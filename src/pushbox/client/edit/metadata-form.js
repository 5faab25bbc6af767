/** The form beside the board: what a level says of itself, the options of its game, and its size. */

import { MIRROR, TURN_RIGHT } from "../board/tiling.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { addFrame, crop, resize } from "./brush-ops.js";
import { edgeTerrain, optionValue, withOption } from "./document.js";
import { transformDrawing } from "./symmetry.js";

/** @import { Editor } from "./editor.js" */

const TEXTS = /** @type {const} */ (["title", "author", "notes"]);

/** Let the fields and buttons of the form change the document. @param {Editor} editor */
export function mountMetadataForm(editor) {
  const { root } = editor;
  for (const name of TEXTS) {
    const field = textField(root, name);
    field.addEventListener("change", () => editor.change({ ...editor.doc, [name]: field.value.trim() }));
  }
  find("#sides", root).append(...["top", "left", "right", "bottom"].map((side) => sideButtons(side, editor)));
  for (const button of find("#whole", root).querySelectorAll("button")) {
    button.addEventListener("click", () => {
      const drawing = TRANSFORMS[button.dataset.whole ?? ""](editor.doc.drawing, editor.rules);
      editor.change({ ...editor.doc, drawing });
    });
  }
}

/**
 * Return the buttons that take away and add a row or column.
 * @param {string} side
 * @param {Editor} editor
 */
function sideButtons(side, editor) {
  /** @param {"less" | "more"} word @param {string} sign @param {number} lines */
  const button = (word, sign, lines) => {
    const onclick = () => {
      const { doc } = editor;
      editor.change({ ...doc, drawing: resize(doc.drawing, { [side]: lines }, edgeTerrain(doc.drawing)) });
    };
    return h("button", { type: "button", "aria-label": t(`edit.${side}.${word}`), onclick }, sign);
  };
  const props = { class: "side", "data-at": side, role: "group", "aria-label": t(`edit.${side}`) };
  return h("div", props, button("less", "−", -1), button("more", "+", 1));
}

/**
 * What the buttons do to the whole drawing.
 * @type {Record<string, (drawing: Edit.Drawing, rules: Edit.PlacementRules) => Edit.Drawing>}
 */
const TRANSFORMS = {
  crop,
  frame: addFrame,
  turn: (drawing) => transformDrawing(drawing, TURN_RIGHT),
  mirror: (drawing) => transformDrawing(drawing, MIRROR),
};

/** Show what the level says. @param {Editor} editor */
export function showMetadata({ root, doc }) {
  for (const name of TEXTS) {
    const field = textField(root, name);
    if (document.activeElement !== field) field.value = doc[name];
  }
  find("#size", root).textContent = t("level.size", { width: doc.drawing.width, height: doc.drawing.height });
}

/** Show the options of the game. @param {Editor} editor */
export function showOptions(editor) {
  const { options } = editor.game;
  const panel = find("#options", editor.root);
  panel.hidden = !options.length;
  panel.toggleAttribute("open", editor.doc.options.length > 0);
  find(".stack", panel).replaceChildren(...options.map((option) => optionField(option, editor)));
}

/**
 * @param {Api.OptionOut} option
 * @param {Editor} editor
 */
function optionField(option, editor) {
  const words = [...new Set([option.default, ...option.choices].map(String))];
  const current = () => String(editor.doc.options.find(([name]) => name === option.name)?.[1] ?? option.default);
  const [input, ...suggestions] = option.least === null ? [choiceInput(words)] : numberInput(option.name, words);
  input.value = current();
  input.addEventListener("change", () => {
    const chosen = optionValue(option, input.value);
    if (chosen === null) input.value = current();
    else editor.change(withOption(editor.doc, option, chosen));
  });
  return h(
    "label",
    { class: "field" },
    h("span", {}, h("b", {}, option.name)),
    input,
    ...suggestions,
    h("small", { class: "muted", lang: "en" }, option.summary),
  );
}

/** @param {string[]} words */
function choiceInput(words) {
  return h("select", {}, ...words.map((value) => h("option", { value }, value)));
}

/**
 * Return a field for a number, or for one of the words that an option takes in its place, which it suggests.
 * @param {string} name
 * @param {string[]} choices
 * @returns {[HTMLInputElement, ...HTMLDataListElement[]]}
 */
function numberInput(name, choices) {
  const words = choices.filter((choice) => !/^\d+$/.test(choice));
  const input = h("input", { type: "text", inputMode: words.length ? "text" : "numeric", autocomplete: "off" });
  if (!words.length) return [input];
  const id = `choices-${name}`;
  input.setAttribute("list", id);
  return [input, h("datalist", { id }, ...words.map((value) => h("option", { value })))];
}

/**
 * @param {HTMLElement} root
 * @param {typeof TEXTS[number]} name
 */
function textField(root, name) {
  return /** @type {HTMLInputElement} */ (find(`#${name}`, root));
}
