/** What is told of the level on the table: its collection, its notes, the rules that it varies, its tags. */

import { fillPath, get, post } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { openDialog } from "../ui/dialog.js";
import { announceError } from "../ui/status.js";

/** @typedef {import("./controller.js").Table} Table */
/** @typedef {import("../core/api-types.js").GetRoutes} GetRoutes */

const MOST = 50; // letters of a tag

/** Responses that do not change while the page is open. @type {Map<string, Promise<any>>} */
const known = new Map();

/**
 * @template {keyof GetRoutes} P
 * @param {P} path
 * @param {GetRoutes[P]["params"]} params
 * @returns {Promise<GetRoutes[P]["result"]>}
 */
function getOnce(path, params) {
  const address = fillPath(path, params);
  const response = known.get(address) ?? get(path, params);
  known.set(address, response);
  response.catch(() => known.delete(address));
  return response;
}

/**
 * Show what is told of a level, as soon as the server has told it.
 * @param {Table} table
 */
export async function showAbout({ client }) {
  const { level, game } = client;
  const place = find("#about");
  place.hidden = true;
  if (!level || !game) return;
  try {
    const [kept, collection, facts] = await Promise.all([
      get("/levels/{level}", { level: level.id }),
      getOnce("/collections/{collection}", { collection: level.collection }),
      getOnce("/games/{key}", { key: game.key }),
    ]);
    if (client.level !== level) return; // another level has come meanwhile
    find("#subtitle").prepend(h("a", { href: `/collection?id=${collection.id}` }, collection.title || collection.name), " · ");
    find(".body", place).replaceChildren(
      ...notesOf(level.notes),
      ...varied(level.level.options ?? [], facts),
      ...tagsOf(level.id, kept.tags ?? [], collection.mine),
      h("p", {}, h("button", { type: "button", "data-command": "rules" }, t("about.rules", { game: game.name }))),
    );
    place.hidden = false;
  } catch (error) {
    announceError(error);
  }
}

/** @param {string} notes */
function notesOf(notes) {
  return notes ? [h("p", { class: "notes" }, notes)] : [];
}

/**
 * The options that differ from the rules of the game.  The server tells them in English.
 * @param {[string, string | number | boolean][]} options
 * @param {import("../core/api-types.js").GameOut} facts
 */
function varied(options, facts) {
  const items = options.flatMap(([name, value]) => {
    const { summary = "" } = facts.options.find((option) => option.name === name) ?? {};
    return [h("dt", {}, `${name} = ${value}`), h("dd", { lang: "en" }, summary)];
  });
  return items.length ? [h("h3", {}, t("about.varied")), h("dl", {}, ...items)] : [];
}

/**
 * The tags, each of which leads to the levels that have it; the owner of the level gives and takes them.
 * @param {number} level
 * @param {string[]} tags
 * @param {boolean} mine
 */
function tagsOf(level, tags, mine) {
  if (!mine && !tags.length) return [];
  const list = h("ul", { class: "tags", "aria-label": t("about.tags") });
  draw(tags);
  if (!mine) return [list];
  const field = h("input", { type: "text", maxLength: MOST, required: true, autocomplete: "off", "aria-label": t("about.tag.new") });
  const form = h("form", { class: "row" }, field, h("button", {}, t("about.tag.add")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    change({ add: [field.value.trim()].filter(Boolean) }).then(() => (field.value = ""));
  });
  return [h("h3", {}, t("about.tags")), list, form];

  /** @param {string[]} names */
  function draw(names) {
    list.replaceChildren(...names.map((name) => h("li", { class: "tag" }, link(name), mine && taking(name))));
  }

  /** @param {string} name */
  function link(name) {
    return h("a", { href: `/library?${new URLSearchParams({ tag: name })}` }, name);
  }

  /** @param {string} name */
  function taking(name) {
    const label = t("about.tag.remove", { tag: name });
    const take = () => change({ remove: [name] }).then(() => field.focus());
    return h("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick: take }, "×");
  }

  /** @param {{add?: string[], remove?: string[]}} wish */
  async function change(wish) {
    try {
      draw((await post("/levels/{level}/tags", wish, { level })).tags ?? []);
    } catch (error) {
      announceError(error);
    }
  }
}

/** The dialog with the rules of the game. @param {Table} table */
export async function openRules({ client }) {
  if (!client.game) return;
  const { name, summary, source, facts } = await getOnce("/games/{key}", { key: client.game.key });
  openDialog(t("about.rules", { game: name }), [
    h(
      "div",
      { lang: "en" },
      h("p", { class: "lead" }, summary),
      h("ul", { class: "facts" }, ...facts.map((fact) => h("li", {}, fact))),
      h("p", { class: "muted" }, source),
    ),
  ]);
}
