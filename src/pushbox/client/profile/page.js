/** The profile of an account: what it has solved over time and by game, its ratings, what it has published. */

import { get, getAll, put, remove, withQuery } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { language, t } from "../core/i18n.js";
import { collectionTitle, levelCard } from "../ui/cards.js";
import { showStatus, whileBusy } from "../ui/status.js";
import { solvedChart } from "./chart.js";

/** @param {HTMLElement} root */
export async function mount(root) {
  const name = new URLSearchParams(location.search).get("name") ?? (await get("/me")).account;
  if (!name) {
    location.replace("/account"); // who has no account has no profile
    return;
  }
  const [profile, me, { games }] = await Promise.all([get("/profiles/{name}", { name }), get("/me"), get("/games")]);
  const names = new Map(games.map(({ key, name: shown }) => [key, shown]));
  show(root, await complete(profile), me.account !== null, names);
  if (profile.mine) await showNews(root);
}

/** Return a profile with all published collections, where it has the first ones. @param {Api.Profile} profile */
async function complete(profile) {
  const { name, next, published } = profile;
  const others = next ? await getAll("/collections", "collections", { owner: name, after: next }) : [];
  return { ...profile, published: [...published, ...others] };
}

/**
 * @param {HTMLElement} root
 * @param {Api.Profile} profile
 * @param {boolean} mayFollow
 * @param {Map<string, string>} games their names
 */
function show(root, profile, mayFollow, games) {
  const { name, since, solved, pure, days, ratings, published, followers, mine } = profile;
  document.title = `${name} · pushbox`;
  find("#name", root).textContent = name;
  const joined = t("profile.since", { date: new Date(since).toLocaleDateString(language()) });
  find("#since", root).textContent = [joined, t("profile.followers", { count: followers })].join(" · ");
  find("#figures", root).replaceChildren(figure(solved, t("profile.levels", { count: solved })), figure(pure, t("profile.pure")));
  find("#chart", root).replaceChildren(...(days.length > 1 ? [solvedChart(days)] : []));
  find("#games", root).replaceChildren(...gameItems(profile, games));
  find("#ratings", root).replaceChildren(...(ratings.length ? ratings.map(ratingItem) : [empty("profile.no-ratings")]));
  find("#published", root).replaceChildren(...(published.length ? published.map(collectionItem) : [empty("profile.no-published")]));
  find("#feed", root).setAttribute("href", withQuery("/api/feed.atom", { author: name }));
  find("#actions", root).replaceChildren(...(mine || !mayFollow ? [] : [followButton(root, profile, games)]));
}

/** @param {HTMLElement} root @param {Api.Profile} profile @param {Map<string, string>} games */
function followButton(root, { name, followed }, games) {
  const change = async () => {
    const changed = followed ? await remove("/profiles/{name}/follow", { name }) : await put("/profiles/{name}/follow", null, { name });
    show(root, await complete(changed), true, games);
    showStatus(find("#status", root), t(changed.followed ? "profile.now-followed" : "profile.now-unfollowed", { name }));
  };
  const button = h(
    "button",
    { type: "button", class: followed ? "" : "primary", "aria-pressed": String(followed), onclick: () => whileBusy(button, find("#status", root), change) },
    t(followed ? "profile.followed" : "profile.follow"),
  );
  return button;
}

/** Show whom one follows and what they have published. @param {HTMLElement} root */
async function showNews(root) {
  const { authors, levels } = await get("/me/following");
  find("#news", root).hidden = !authors.length;
  find("#authors", root).replaceChildren(...authors.map((name) => h("a", { class: "tag", href: withQuery("/profile", { name }) }, name)));
  find("#levels", root).replaceChildren(...levels.map((level) => levelCard(level, { kicker: level.owner })));
}

/** @param {number} count @param {string} label */
const figure = (count, label) => h("span", {}, h("b", {}, count), " ", label);

/** @param {string} key */
const empty = (key) => h("li", { class: "muted" }, t(key));

/** @param {Api.Profile} profile @param {Map<string, string>} names */
function gameItems({ games, solved }, names) {
  const entries = Object.entries(games).sort(([, one], [, other]) => other - one);
  return entries.map(([game, count]) =>
    h(
      "li",
      { class: "game-line" },
      h("span", {}, names.get(game) ?? game),
      h("progress", { max: solved, value: count, "aria-hidden": "true" }),
      h("b", {}, count),
    ),
  );
}

/** @param {Api.RatingOut} rating */
function ratingItem({ kind, value, provisional, games }) {
  return h("li", {}, h("span", { class: "grow" }, t(`live.${kind}`)), h("b", {}, `${value}${provisional ? "?" : ""}`), h("span", { class: "muted" }, t("profile.games", { count: games })));
}

/** @param {Api.CollectionOut} collection */
function collectionItem(collection) {
  const { id, levels } = collection;
  return h("li", {}, h("a", { href: `/collection?id=${id}` }, collectionTitle(collection)), h("span", { class: "muted" }, t("collection.count", { count: levels })));
}
