/** The form beside the board: what a level says of itself, the rules that it varies, and its size. */

import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { cropped, framed, resized } from "./drawing.js";
import { filler, optionValue, withOption } from "./document.js";
import { MIRROR, TURN_RIGHT, turnedBoard } from "./symmetry.js";

/** @typedef {import("./document.js").Doc} Doc */
/** @typedef {import("./document.js").OptionFacts} OptionFacts */
/** @typedef {import("./drawing.js").Manners} Manners */

const WORDS = /** @type {const} */ (["title", "author", "notes"]);

/**
 * Let the fields change the document.
 * @param {() => Doc} doc
 * @param {(next: Doc) => void} change
 * @param {() => Manners} manners
 */
export function listen(doc, change, manners) {
  for (const name of WORDS) {
    const field = /** @type {HTMLInputElement} */ (find(`#${name}`));
    field.addEventListener("change", () => change({ ...doc(), [name]: field.value.trim() }));
  }
  for (const button of find("#sides").querySelectorAll("button")) {
    button.addEventListener("click", () => {
      const { drawing } = doc();
      const sides = { [button.dataset.side ?? ""]: Number(button.value) };
      change({ ...doc(), drawing: resized(drawing, sides, filler(drawing)) });
    });
  }
  /** @type {Record<string, () => Doc["drawing"]>} */
  const whole = {
    crop: () => cropped(doc().drawing),
    frame: () => framed(doc().drawing, manners()),
    turn: () => turnedBoard(doc().drawing, TURN_RIGHT),
    mirror: () => turnedBoard(doc().drawing, MIRROR),
  };
  for (const button of find("#whole").querySelectorAll("button")) {
    button.addEventListener("click", () => {
      const drawing = whole[button.dataset.whole ?? ""]();
      if (drawing !== doc().drawing) change({ ...doc(), drawing });
    });
  }
}

/** @param {Doc} doc */
export function showFacts(doc) {
  for (const name of WORDS) {
    const field = /** @type {HTMLInputElement} */ (find(`#${name}`));
    if (document.activeElement !== field) field.value = doc[name];
  }
  find("#size").textContent = t("level.size", { width: doc.drawing.width, height: doc.drawing.height });
}

/**
 * The options of the game, each with what it takes.
 * @param {OptionFacts[]} options
 * @param {() => Doc} doc
 * @param {(next: Doc) => void} change
 */
export function showOptions(options, doc, change) {
  const panel = find("#options");
  panel.hidden = !options.length;
  panel.toggleAttribute("open", doc().options.length > 0);
  const fields = options.map((option) => {
    const value = doc().options.find(([name]) => name === option.name)?.[1] ?? option.default;
    const input = option.least === null ? choice(option) : typed(option);
    input.value = String(value);
    input.addEventListener("change", () => {
      const given = optionValue(option, input.value);
      if (given === null) input.value = String(value);
      else change(withOption(doc(), option, given));
    });
    return h(
      "label",
      { class: "field" },
      h("span", {}, h("b", {}, option.name)),
      input,
      h("small", { class: "muted", lang: "en" }, option.summary),
    );
  });
  find(".stack", panel).replaceChildren(...fields);
}

/** @param {OptionFacts} option */
function choice({ default: usual, choices }) {
  const values = [...new Set([usual, ...choices].map(String))];
  return h("select", {}, ...values.map((value) => h("option", { value }, value)));
}

/** @param {OptionFacts} option */
function typed({ name, default: usual, choices }) {
  const id = `choices-${name}`;
  const words = [...new Set([usual, ...choices].map(String))].filter((word) => !/^\d+$/.test(word));
  const input = h("input", { type: "text", inputMode: words.length ? "text" : "numeric", autocomplete: "off" });
  if (!words.length) return input;
  input.setAttribute("list", id);
  input.after(h("datalist", { id }, ...words.map((value) => h("option", { value }))));
  return input;
}
