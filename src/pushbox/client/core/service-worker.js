// Answers in the server's place while it does not answer: with the pages and files of one release, in one language, and
// with what the server has told this browser before.  The server writes RELEASE in front of this text (`web/pages.py`), so
// that each release is another worker.  A page that is open goes on with the files of its own release, and is told of the
// new one; nothing is reloaded unasked.
const worker = /** @type {any} */ (globalThis);
/** @type {{folder: string, files: string[], pages: string[]}} below the folder, whose name is theirs for good */
const { folder, files, pages } = worker.RELEASE;
const language = new URL(location.href).searchParams.get("lang") ?? "en";
const SHELL = "pushbox-shell ";
const OWN = `${SHELL}${folder} ${language}`;
const DATA = "pushbox-data";
const MOST = 600; // answers that are kept, the newest
const ANYWAY = { ignoreVary: true, ignoreSearch: true };
const AWAY = [502, 503, 504]; // what a proxy answers for a server that does not

// What is of the moment, and would mislead later.
const FLEETING = /^\/api\/(classes|dump|jobs|metrics|plays|rooms|storms)\b/;
// Requests after which somebody else may be here.
const OTHERS = /^\/api\/(accounts|login|logout|me|recover)\b/;

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting(); // open pages find the files of their own release in its cache
  event.waitUntil(keepRelease());
});
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(begin()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  /** @type {Request} */
  const request = event.request;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method !== "GET") {
    if (OTHERS.test(pathname)) event.waitUntil(caches.delete(DATA));
  } else if (pathname.startsWith("/static/~")) {
    event.respondWith(caches.match(pathname, ANYWAY).then((kept) => kept ?? fetch(request)).catch(() => Response.error()));
  } else if (request.mode === "navigate") event.respondWith(page(request, pathname));
  else if (request.headers.get("Accept") === "application/json" && !FLEETING.test(pathname)) event.respondWith(answer(request));
});

/** Keep the pages and files of this release. */
async function keepRelease() {
  const cache = await caches.open(OWN);
  const isWanted = (/** @type {string} */ name) => !name.startsWith("i18n/") || name.startsWith(`i18n/${language}/`) || /^i18n\/en\/(common|messages)\./.test(name);
  await cache.addAll(files.filter(isWanted).map((name) => folder + name));
  for (const path of pages) {
    const response = await fetch(`${path}?lang=${language}`);
    if (!response.ok) throw new Error(`found ${response.status} for ${path}`);
    await cache.put(path, response);
  }
}

/** Answer for all pages that are open, and tell them the release.  Of the releases before, the last one stays for them. */
async function begin() {
  const names = await caches.keys();
  const before = names.filter((name) => name.startsWith(SHELL) && name !== OWN);
  for (const name of ["pushbox", ...before.slice(0, -1)]) await caches.delete(name);
  await worker.clients.claim();
  for (const client of await worker.clients.matchAll()) client.postMessage({ release: folder });
}

/** @param {Request} request @param {string} pathname */
async function page(request, pathname) {
  const kept = async () => (await caches.open(OWN)).match(pathname, ANYWAY);
  try {
    const response = await fetch(request);
    return AWAY.includes(response.status) ? ((await kept()) ?? response) : response;
  } catch {
    return (await kept()) ?? Response.error();
  }
}

/** Answer by the server and keep that; without it by what is kept, with a header that says so. @param {Request} request */
async function answer(request) {
  let response;
  try {
    response = await fetch(request);
  } catch {
    return (await keptAnswer(request)) ?? Response.error();
  }
  const isJson = response.headers.get("Content-Type")?.includes("application/json");
  if (!isJson && AWAY.includes(response.status)) return (await keptAnswer(request)) ?? response;
  if (response.ok && isJson) await keep(request, response.clone()).catch(() => {}); // there is no room
  return response;
}

/** @param {Request} request @param {Response} response */
async function keep(request, response) {
  const cache = await caches.open(DATA);
  await cache.delete(request, { ignoreVary: true }); // so that it is the newest
  await cache.put(request, response);
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST))) await cache.delete(old);
}

/** @param {Request} request @returns {Promise<Response | undefined>} */
async function keptAnswer(request) {
  const cache = await caches.open(DATA);
  const kept = await cache.match(request, { ignoreVary: true });
  const text = kept ? await kept.text() : await told(cache, new URL(request.url));
  return text === undefined ? undefined : new Response(text, { headers: { "Content-Type": "application/json", "X-Pushbox-Kept": "1" } });
}

/**
 * Return what was told of a level, of its neighbour, or of a collection within another answer; undefined for nothing.
 * @param {Cache} cache
 * @param {URL} url
 */
async function told(cache, { pathname, searchParams }) {
  const [, , name, id, more] = pathname.split("/");
  const { collection, state, limit, ...others } = Object.fromEntries(searchParams);
  if (name === "collections" && id && !more) {
    const list = await cache.match("/api/collections", ANYWAY);
    const found = list && (await list.json()).collections.find((/** @type {any} */ one) => String(one.id) === id);
    return found && JSON.stringify(found);
  }
  const listed = name === "collections" && more === "levels" ? id : name === "levels" && !id ? collection : undefined;
  if (listed && !Object.keys(others).length) {
    const levels = await levelsOf(cache, listed);
    const wanted = levels.filter((level) => !state || (state === "unsolved" ? level.state !== "solved" : level.state === state)).slice(0, Number(limit ?? 50));
    return levels.length ? JSON.stringify({ levels: wanted, total: wanted.length, next: null }) : undefined;
  }
  if (name !== "levels" || !id || (more && more !== "next")) return undefined;
  const level = await levelOf(cache, id);
  if (!level || !more) return level && JSON.stringify(level);
  const levels = await levelsOf(cache, String(level.collection));
  const place = levels.findIndex((one) => one.id === level.id);
  const way = searchParams.get("back") === "true" ? levels.slice(0, Math.max(0, place)).reverse() : levels.slice(place + 1);
  const isWanted = (/** @type {any} */ one) => searchParams.get("unsolved") !== "true" || one.state !== "solved";
  return place < 0 ? undefined : JSON.stringify({ level: way.find(isWanted) ?? null });
}

/** Return the levels of a collection that were told, in their order. @param {Cache} cache @param {string} collection @returns {Promise<any[]>} */
async function levelsOf(cache, collection) {
  const found = new Map();
  for (const key of await cache.keys()) {
    if (new URL(key.url).pathname !== `/api/collections/${collection}/levels`) continue;
    for (const level of (await (await cache.match(key, { ignoreVary: true }))?.json())?.levels ?? []) found.set(level.id, level);
  }
  return [...found.values()].sort((a, b) => a.number - b.number);
}

/** Return a level that was told in any list. @param {Cache} cache @param {string} id */
async function levelOf(cache, id) {
  for (const key of [...(await cache.keys())].reverse()) {
    const value = await (await cache.match(key, { ignoreVary: true }))?.json();
    const lists = [value?.levels, value?.recent, value?.level && [value.level], value?.id && [value]].filter(Array.isArray);
    const found = lists.flat().find((one) => String(one?.id) === id && one.level?.board);
    if (found) return found;
  }
  return undefined;
}
