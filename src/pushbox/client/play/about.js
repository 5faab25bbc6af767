/** About the level: its collection, its notes, the options of its rules, its tags. */

import { get, getCached, isOffline, post } from "../core/api.js";
import { find, h, onSubmit } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { noteText } from "../core/level-note.js";
import { shippedText } from "../core/phrases.js";
import { collectionTitle } from "../ui/cards.js";
import { announceError } from "../ui/status.js";
import { optionTexts } from "./rules.js";

/** @import { PlayController } from "./controller.js" */

const MAX_TAG = 50; // characters

/**
 * Show what is known about the level, once the server has answered.
 * @param {PlayController} controller
 */
export async function showAbout({ client, root }) {
  const { level, game } = client;
  const place = find("#about", root);
  place.hidden = true;
  if (!level || !game) return;
  try {
    const [details, collection] = await Promise.all([
      get("/levels/{level}", { level: level.id }),
      getCached("/collections/{collection}", { collection: level.collection }),
    ]);
    if (client.level !== level) return; // another level was opened meanwhile
    find("#subtitle", root).prepend(h("a", { href: `/collection?id=${collection.id}` }, collectionTitle(collection)), " · ");
    find(".body", place).replaceChildren(
      ...versionLine(level.id, details.versions ?? []),
      level.notes ? h("p", { class: "notes" }, noteText(level.notes)) : "",
      ...optionList(level.level.options ?? []),
      ...tagEditor(level.id, details.tags ?? [], collection.mine),
      h("p", {}, h("button", { type: "button", "data-command": "rules" }, t("about.rules", { game: shippedText("game.name", game.name) }))),
    );
    place.hidden = false;
  } catch (error) {
    if (!isOffline(error)) announceError(error); // the banner says that it is away
  }
}

/**
 * Say which version of the level this is, with links to the others; nothing where there is one only.
 * @param {number} level
 * @param {readonly Api.VersionOut[]} versions the first one first
 */
function versionLine(level, versions) {
  const own = versions.find((one) => one.level === level);
  if (!own) return [];
  const links = versions.filter((one) => one !== own).map((one) => h("a", { href: `/play?level=${one.level}` }, t("about.version", { version: one.version })));
  const text = own === versions.at(-1) ? "about.version.present" : "about.version.earlier";
  return [h("p", { class: "row" }, h("span", {}, t(text, { version: own.version })), ...links)];
}

/**
 * List the options that differ from the rules of the game, each in a sentence.
 * @param {[string, string | number | boolean][]} options
 */
function optionList(options) {
  const items = optionTexts(options).filter(Boolean).map((text) => h("li", {}, text));
  return items.length ? [h("h3", {}, t("about.varied")), h("ul", { class: "facts" }, ...items)] : [];
}

/**
 * List the tags, each of which leads to the levels that have it; the owner of the level adds and removes them.
 * @param {number} level
 * @param {string[]} tags
 * @param {boolean} mine
 */
function tagEditor(level, tags, mine) {
  if (!mine && !tags.length) return [];
  const list = h("ul", { class: "tags", "aria-label": t("about.tags") });
  draw(tags);
  if (!mine) return [list];
  const field = h("input", { type: "text", maxLength: MAX_TAG, required: true, autocomplete: "off", "aria-label": t("about.tag.new") });
  const form = h("form", { class: "row" }, field, h("button", {}, t("about.tag.add")));
  onSubmit(form, () => change({ add: [field.value.trim()].filter(Boolean) }).then(() => (field.value = "")));
  return [h("h3", {}, t("about.tags")), list, form];

  /** @param {string[]} names */
  function draw(names) {
    list.replaceChildren(...names.map((name) => h("li", { class: "tag" }, link(name), mine && removeButton(name))));
  }

  /** @param {string} name */
  function link(name) {
    return h("a", { href: `/library?${new URLSearchParams({ tag: name })}` }, name);
  }

  /** @param {string} name */
  function removeButton(name) {
    const label = t("about.tag.remove", { tag: name });
    const remove = () => change({ remove: [name] }).then(() => field.focus());
    return h("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick: remove }, "×");
  }

  /** @param {{add?: string[], remove?: string[]}} changes */
  async function change(changes) {
    try {
      draw((await post("/levels/{level}/tags", changes, { level })).tags ?? []);
    } catch (error) {
      announceError(error);
    }
  }
}
