// Answers where the server does not: with the play page as it was loaded last, and with the files that it needs, which
// never change under their names.  What is in the cache is put there by `alone/stand-in.js`.
const worker = /** @type {any} */ (globalThis);

worker.addEventListener("install", () => worker.skipWaiting()); // it has no state
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  /** @type {Request} */
  const request = event.request;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const kept = (/** @type {string} */ path) => caches.match(path, { ignoreVary: true, ignoreSearch: true });
  if (pathname.startsWith("/static/~")) event.respondWith(kept(pathname).then((response) => response ?? fetch(request)));
  else if (request.mode === "navigate" && pathname === "/play") {
    event.respondWith(fetch(request).catch(async () => (await kept("/play")) ?? Response.error()));
  }
});
