/** The palette on the page: a picture for each brush, by layers, and the traits of the chosen brush. */

import { colourName, pieceName, terrainName } from "../board/cell-labels.js";
import { readPiece, readTerrain } from "../board/model.js";
import { DIRECTIONS, cellAt } from "../board/tiling.js";
import { find, h, labelled } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { drawBoard } from "../ui/picture.js";
import { FLOOR } from "./brush-ops.js";
import { writeDrawing } from "./codec.js";
import { brushTraits, findEntry, paletteEntries, setTrait, traitChoices } from "./palette.js";

const LAYERS = /** @type {const} */ (["ground", "special", "pieces", "variants"]);
const LARGEST = 9999; // of a number

/**
 * Return a brush in words.
 * @param {Edit.Brush} brush
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
 * Fill the palette.  Variants are folded away until one is chosen.
 * @param {HTMLElement} panel
 * @param {{palette: Api.PaletteOut, plain: Api.PaletteOut | null}} game
 * @param {(brush: Edit.Brush) => void} onchange
 * @returns {(brush: Edit.Brush) => void} chooses a brush
 */
export function mountPalette(panel, { palette, plain }, onchange) {
  const entries = paletteEntries(palette, plain);
  const buttons = entries.map(({ brush }) => swatch(brush, () => choose(brush)));
  find("#layers", panel).replaceChildren(...LAYERS.flatMap((layer) => layerGroup(layer, entries, buttons)));

  /** @param {Edit.Brush} brush */
  function choose(brush) {
    const chosen = findEntry(entries, brush);
    if (entries[chosen]?.layer === "variants") find("#variants", panel).toggleAttribute("open", true);
    for (const [index, button] of buttons.entries()) button.setAttribute("aria-pressed", String(index === chosen));
    showTraits(find("#traits", panel), palette, brush, choose);
    find("#joining", panel).hidden = !canHaveCells(palette, brush);
    onchange(brush);
  }
  return choose;
}

/**
 * @param {Edit.Brush} brush
 * @param {() => void} onclick
 */
function swatch(brush, onclick) {
  const name = brushName(brush);
  return h(
    "button",
    { type: "button", class: "swatch", title: name, "aria-pressed": "false", onclick },
    h("span", { class: "visually-hidden" }, name),
    h("span", { class: "sample", "aria-hidden": "true" }, drawBoard(sampleBoard(brush), true)),
  );
}

/**
 * Return the group of the buttons of a layer, none where it is empty.
 * @returns {HTMLElement[]}
 * @param {Edit.Entry["layer"]} layer
 * @param {Edit.Entry[]} entries
 * @param {HTMLElement[]} buttons one an entry
 */
function layerGroup(layer, entries, buttons) {
  const own = buttons.filter((_, index) => entries[index].layer === layer);
  if (!own.length) return [];
  const id = `layer-${layer}`;
  const title = t(`edit.layer.${layer}`);
  const props = { class: "layer", role: "group", "aria-labelledby": id };
  const swatches = h("div", { class: "swatches" }, ...own);
  if (layer === "variants") return [h("details", { id: "variants", ...props }, h("summary", { id }, title), swatches)];
  return [h("div", props, h("h3", { id }, title), swatches)];
}

/**
 * Return whether pieces of this kind can have several cells.
 * @param {Api.PaletteOut} palette
 * @param {Edit.Brush} brush
 */
function canHaveCells(palette, brush) {
  if (!("piece" in brush)) return false;
  const { kind } = brush.piece;
  return palette.brushes.some(({ piece, shape }) => piece.kind === kind && !piece.bloomed && shape.length > 1);
}

/**
 * Show the traits of a brush as fields.
 * @param {HTMLElement} panel
 * @param {Api.PaletteOut} palette
 * @param {Edit.Brush} brush
 * @param {(brush: Edit.Brush) => void} choose
 */
function showTraits(panel, palette, brush, choose) {
  const traits = brushTraits(palette, brush);
  const part = /** @type {Record<string, any>} */ ("terrain" in brush ? brush.terrain : brush.piece);
  panel.hidden = !traits.length;
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.trait : undefined;
  const fields = traits.map(({ name, type }) =>
    FIELDS[type]({
      name,
      label: t(`trait.name.${name}`),
      value: part[name],
      choices: traitChoices(palette, { name, type }),
      set: (value) => choose(setTrait(brush, name, value)),
    }),
  );
  find(".row", panel).replaceChildren(...fields);
  if (focused) /** @type {HTMLElement | null} */ (panel.querySelector(`[data-trait="${focused}"]`))?.focus();
}

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {any} value undefined where it is not set
 * @property {string[]} choices
 * @property {(value: string | number | boolean | null) => void} set
 */

/** The fields of the types of traits. @type {Record<Edit.Trait["type"], (field: Field) => HTMLElement>} */
const FIELDS = {
  flag: ({ name, label, value, set }) => {
    const box = h("input", { type: "checkbox", checked: Boolean(value), "data-trait": name, onchange: () => set(box.checked) });
    return h("label", { class: "check" }, box, " ", h("span", {}, label));
  },
  number: ({ name, label, value = 0, set }) => {
    const limited = () => Math.min(LARGEST, Math.max(0, Math.trunc(input.valueAsNumber) || 0));
    const bounds = { type: "number", min: "0", max: String(LARGEST) };
    const input = h("input", { ...bounds, value: String(value), "data-trait": name, onchange: () => set(limited()) });
    return labelled(label, input);
  },
  direction: (field) => {
    const choices = DIRECTIONS.map((direction, index) => [String(index), t(`direction.${direction}`)]);
    return selectField({ ...field, set: (chosen) => field.set(chosen === null ? null : Number(chosen)) }, choices);
  },
  colour: (field) => {
    const value = Array.isArray(field.value) ? field.value[0] : field.value;
    return selectField({ ...field, value }, field.choices.map((colour) => [colour, colourName(colour)]));
  },
  kind: (field) => selectField(field, field.choices.map((kind) => [kind, t(`terrain.${kind}`)])),
  ports: ({ name, label, value = 0, set }) => {
    const boxes = DIRECTIONS.map((direction, index) =>
      FIELDS.flag({
        name: `${name}${index}`,
        label: t(`direction.${direction}`),
        value: value & (1 << index),
        choices: [],
        set: () => set(value ^ (1 << index)),
      }),
    );
    return h("fieldset", { class: "field ports" }, h("legend", {}, label), ...boxes);
  },
};

/**
 * @param {Field} field
 * @param {string[][]} choices values and their texts, beside none
 */
function selectField({ name, label, value, set }, choices) {
  const options = [["", t("trait.none")], ...choices].map(([choice, text]) => h("option", { value: choice }, text));
  const select = h("select", { "data-trait": name, onchange: () => set(select.value || null) }, ...options);
  select.value = String(value ?? "");
  return labelled(label, select);
}

/**
 * Return the smallest board with what a brush draws.
 * @param {Edit.Brush} brush
 */
function sampleBoard(brush) {
  if ("terrain" in brush) {
    return writeDrawing({ width: 1, height: 1, terrain: [brush.terrain], pieces: [], counters: [] });
  }
  const rows = brush.shape.map(([row]) => row);
  const columns = brush.shape.map(([, column]) => column);
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  const width = Math.max(...columns) - left + 1;
  const height = Math.max(...rows) - top + 1;
  const cells = brush.shape.map(([row, column]) => cellAt({ width, height }, row - top, column - left));
  const terrain = new Array(width * height).fill(FLOOR);
  return writeDrawing({ width, height, terrain, pieces: [{ ...brush.piece, cells }], counters: [] });
}
