/** Pages that open where no server answers: kept by `core/service-worker.js`, with the levels that come along. */

import { get, noteAway } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { language, t } from "../core/i18n.js";
import { load, save } from "../core/storage.js";
import { announce } from "../ui/status.js";

const LOOK_AGAIN = 5_000; // milliseconds until a server that was away is asked again
const UPDATE_AFTER = 3_600_000; // milliseconds until an open page asks for a new release
const SCRIPT = "/service-worker.js";
const AT_A_TIME = 120; // levels, as the page of a collection asks for them
const FIRST = 3; // of the first lessons, as the first page asks for them

const release = () => document.documentElement.dataset.static ?? "/static/";

/** @type {Promise<void> | undefined} */
let keeping;

/** Have the pages kept in this browser, in the language of this one, with the levels that come along; once a page. */
export function keepOffline() {
  keeping ??= keepAll().catch(() => {}); // the browser keeps nothing, or the server is away: the next page tries again
  return keeping;
}

async function keepAll() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  serviceWorker.addEventListener("message", ({ data }) => data?.release && data.release !== release() && offerRelease());
  const registration = await serviceWorker.register(`${SCRIPT}?lang=${language()}`);
  let asked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - asked < UPDATE_AFTER) return;
    asked = Date.now();
    registration.update().catch(() => {}); // it is asked for again
  });
  document.addEventListener("back", () => void registration.update().catch(() => {})); // a server that was started anew may be newer
  await serviceWorker.ready;
  if (!serviceWorker.controller) await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  await keepLevels();
  document.body.toggleAttribute("data-opens-offline", true);
}

/** Ask for what pages ask for first, for all games and for the levels that come along, once for each release, so that they are kept. */
async function keepLevels() {
  if (load("levels-kept", "") === release()) return;
  const { collections } = await get("/collections");
  for (const path of /** @type {const} */ (["/me", "/daily", "/campaign", "/puzzles"])) await get(path).catch(() => {});
  const { games } = await get("/games");
  for (const { key } of games) await get("/games/{key}", { key }); // what the editor draws with
  for (const { id, name } of collections.filter(({ builtin }) => builtin)) {
    const collection = String(id);
    if (name === "lessons") await get("/collections/{collection}/levels", { collection, limit: FIRST });
    /** @type {number | null | undefined} */
    let after;
    do {
      const { next } = await get("/collections/{collection}/levels", { collection, limit: AT_A_TIME, after });
      after = next;
    } while (after);
  }
  save("levels-kept", release());
}

/** Offer to load a release that is newer than this page, which goes on as it is until then. */
function offerRelease() {
  if (document.querySelector("#new-release")) return;
  const bar = h("div", { class: "notice bar", id: "new-release", role: "status" }, t("release.new"), " ");
  bar.append(
    h("button", { type: "button", class: "primary", onclick: () => location.reload() }, t("release.load")),
    h("button", { type: "button", class: "quiet", onclick: () => bar.remove() }, t("release.later")),
  );
  find("main").before(bar);
  announce(t("release.new"));
}

/** Show that the server does not answer, until it does; a page with a banner of its own says so itself. */
export function showAway() {
  if (document.querySelector("#banner, #away")) return;
  const bar = h("p", { class: "notice bar", id: "away", role: "status" }, t("away"));
  find("main").before(bar);
  const timer = setInterval(async () => {
    // No request that the service worker answers.
    const isBack = await fetch(SCRIPT, { method: "HEAD", cache: "no-store" }).then(({ ok }) => ok, () => false);
    if (isBack) noteAway(false);
  }, LOOK_AGAIN);
  document.addEventListener("back", () => {
    clearInterval(timer);
    bar.remove();
  }, { once: true });
}
