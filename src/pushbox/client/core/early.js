// Runs before the page is painted, so that nobody who chose the dark or a language sees a flash of another, and nobody
// presses a button for nothing; so it is no module.
(() => {
  // Whoever comes for the first time is one visitor, whatever number of tabs and requests they come with: see
  // `identity_cookie.py`.
  if (!document.cookie.includes("pushbox-first=")) {
    document.cookie = `pushbox-first=${crypto.getRandomValues(new Uint32Array(4)).join("-")}; path=/; samesite=lax`;
  }

  /** @type {{theme?: string, skin?: string, language?: string}} */
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem("pushbox:settings") ?? "{}");
  } catch {
    // nothing kept
  }
  if (chosen.language) {
    const known = `language=${chosen.language}`; // to the server, which writes documents in it
    const had = document.cookie.includes(known);
    document.cookie = `${known}; path=/; max-age=31536000; samesite=lax`;
    if (!had && document.cookie.includes(known) && document.documentElement.lang !== chosen.language) location.reload();
  }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = chosen.theme === "light" || chosen.theme === "dark" ? chosen.theme : dark ? "dark" : "light";
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.skin = chosen.skin ?? "plain";

  // A button of the document that is pressed before its part of the page is mounted is pressed again then.
  /** @type {Set<HTMLButtonElement>} */
  const pressed = new Set();
  /** @type {Set<Element> | undefined} */
  let own; // those that come with the document, of which modules make more
  document.addEventListener("readystatechange", () => (own ??= new Set(document.querySelectorAll("button"))));
  document.addEventListener(
    "click",
    (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (!button || button.closest("[data-mounted]") || (own && !own.has(button))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      pressed.add(button);
    },
    true,
  );
  document.addEventListener("mounted", () => {
    for (const button of pressed) {
      if (!button.closest("[data-mounted]")) continue;
      pressed.delete(button);
      if (button.getClientRects().length) button.click();
    }
  });
})();
