/** The palette on the page: a picture for each brush, by layers, and the traits of the brush in hand. */

import { colourName, pieceName, terrainName } from "../board/cell-labels.js";
import { readPiece, readTerrain } from "../board/model.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { drawBoard } from "../ui/picture.js";
import { FLOOR } from "./drawing.js";
import { choicesOf, entriesOf, placeOf, traitsOf, varied } from "./palette.js";
import { writeDrawing } from "./values.js";

/** @typedef {import("./drawing.js").Brush} Brush */
/** @typedef {import("./palette.js").PaletteFacts} PaletteFacts */
/** @typedef {import("./palette.js").Trait} Trait */

const LAYERS = /** @type {const} */ (["ground", "special", "pieces", "twists"]);
const WAYS = [0, 1, 2, 3];
const MOST = 9999; // of a number

/**
 * A brush in words.
 * @param {Brush} brush
 */
export function brushName(brush) {
  if ("piece" in brush) {
    const name = pieceName(readPiece(brush.piece));
    return brush.shape.length > 1 ? t("edit.cells", { name, count: brush.shape.length }) : name;
  }
  const { looks, ...terrain } = brush.terrain;
  const name = terrainName(readTerrain(terrain));
  return looks ? t("edit.looks", { name, looks: t(`terrain.${looks}`) }) : name;
}

/**
 * Fill the palette; returns what takes a brush into the hand.  Twists are folded away until one is in the hand.
 * @param {HTMLElement} panel
 * @param {{palette: PaletteFacts, plain: PaletteFacts | null}} facts
 * @param {(brush: Brush) => void} taken
 */
export function showPalette(panel, { palette, plain }, taken) {
  const entries = entriesOf(palette, plain);
  const buttons = entries.map(({ brush }) => {
    const name = brushName(brush);
    return h(
      "button",
      { type: "button", class: "swatch", title: name, "aria-pressed": "false", onclick: () => take(brush) },
      h("span", { class: "visually-hidden" }, name),
      h("span", { class: "sample", "aria-hidden": "true" }, drawBoard(sample(brush), true)),
    );
  });
  const groups = LAYERS.map((layer) => {
    const found = buttons.filter((_, index) => entries[index].layer === layer);
    const id = `layer-${layer}`;
    const [group, title] = layer === "twists" ? [h("details", { id: "twists" }), "summary"] : [h("div"), "h3"];
    group.className = "layer";
    group.setAttribute("role", "group");
    group.setAttribute("aria-labelledby", id);
    group.append(h(/** @type {"h3"} */ (title), { id }, t(`edit.layer.${layer}`)), h("div", { class: "swatches" }, ...found));
    return found.length > 0 && group;
  });
  find("#layers", panel).replaceChildren(...groups.filter((group) => group !== false));

  /** @param {Brush} brush */
  function take(brush) {
    const place = placeOf(entries, brush);
    if (entries[place]?.layer === "twists") find("#twists", panel).toggleAttribute("open", true);
    buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(index === place)));
    showTraits(find("#traits", panel), palette, brush, take);
    find("#joining", panel).hidden = !joins(palette, brush);
    taken(brush);
  }
  return take;
}

/**
 * Whether pieces of this kind can have several cells.
 * @param {PaletteFacts} palette
 * @param {Brush} brush
 */
function joins(palette, brush) {
  if (!("piece" in brush)) return false;
  const { kind } = brush.piece;
  return palette.brushes.some(({ piece, shape = [] }) => piece.kind === kind && !piece.bloomed && shape.length > 1);
}

/**
 * @param {HTMLElement} place
 * @param {PaletteFacts} palette
 * @param {Brush} brush
 * @param {(brush: Brush) => void} take
 */
function showTraits(place, palette, brush, take) {
  const traits = traitsOf(palette, brush);
  const part = /** @type {Record<string, any>} */ ("terrain" in brush ? brush.terrain : brush.piece);
  place.hidden = !traits.length;
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.trait : undefined;
  const fields = traits.map((trait) =>
    field(trait, part[trait.name], choicesOf(palette, trait), (value) => take(varied(brush, trait.name, value))),
  );
  find(".row", place).replaceChildren(...fields);
  if (focused) /** @type {HTMLElement | null} */ (place.querySelector(`[data-trait="${focused}"]`))?.focus();
}

/**
 * @param {Trait} trait
 * @param {any} value
 * @param {string[]} choices
 * @param {(value: string | number | boolean | null) => void} set
 */
function field({ name, sort }, value, choices, set) {
  const label = h("span", {}, t(`trait.name.${name}`));
  if (sort === "ports") return portsField(name, value ?? 0, set);
  if (sort === "flag") {
    const box = h("input", { type: "checkbox", checked: Boolean(value), "data-trait": name, onchange: () => set(box.checked) });
    return h("label", { class: "check" }, box, " ", label);
  }
  if (sort === "number") {
    const input = h("input", {
      type: "number",
      min: "0",
      max: String(MOST),
      value: String(value ?? 0),
      "data-trait": name,
      onchange: () => set(Math.min(MOST, Math.max(0, Math.trunc(input.valueAsNumber) || 0))),
    });
    return h("label", { class: "field" }, label, input);
  }
  const options = sort === "direction" ? WAYS.map(String) : choices;
  const text = (/** @type {string} */ choice) => {
    if (sort === "direction") return t(`way.${["left", "up", "right", "down"][Number(choice)]}`);
    return sort === "colour" ? colourName(choice) : t(`terrain.${choice}`);
  };
  const current = Array.isArray(value) ? value[0] : value;
  const select = h(
    "select",
    {
      "data-trait": name,
      onchange: () => set(select.value === "" ? null : sort === "direction" ? Number(select.value) : select.value),
    },
    h("option", { value: "" }, t("trait.none")),
    ...options.map((choice) => h("option", { value: choice }, text(choice))),
  );
  select.value = current === undefined || current === null ? "" : String(current);
  return h("label", { class: "field" }, label, select);
}

/**
 * @param {string} name
 * @param {number} ports
 * @param {(value: number) => void} set
 */
function portsField(name, ports, set) {
  const boxes = WAYS.map((way) => {
    const box = h("input", {
      type: "checkbox",
      checked: (ports & (1 << way)) !== 0,
      "data-trait": `${name}${way}`,
      onchange: () => set(ports ^ (1 << way)),
    });
    return h("label", { class: "check" }, box, " ", t(`way.${["left", "up", "right", "down"][way]}`));
  });
  return h("fieldset", { class: "field ports" }, h("legend", {}, t(`trait.name.${name}`)), ...boxes);
}

/**
 * The board that a brush would draw on nothing.
 * @param {Brush} brush
 */
function sample(brush) {
  if ("terrain" in brush) {
    return writeDrawing({ width: 1, height: 1, terrain: [brush.terrain], pieces: [], counters: [] });
  }
  const rows = brush.shape.map(([row]) => row);
  const columns = brush.shape.map(([, column]) => column);
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  const width = Math.max(...columns) - left + 1;
  const height = Math.max(...rows) - top + 1;
  const cells = brush.shape.map(([row, column]) => (row - top) * width + column - left);
  const terrain = new Array(width * height).fill(FLOOR);
  return writeDrawing({ width, height, terrain, pieces: [{ ...brush.piece, cells }], counters: [] });
}
