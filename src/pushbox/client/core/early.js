// Runs before the page is painted, so that nobody who chose the dark sees a flash of the light; no module for that reason.
(() => {
  /** @type {{theme?: string, skin?: string, language?: string}} */
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem("pushbox:settings") ?? "{}");
  } catch {
    // nothing kept
  }
  if (chosen.language) document.cookie = `language=${chosen.language}; path=/; max-age=31536000; samesite=lax`; // for documents
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = chosen.theme === "light" || chosen.theme === "dark" ? chosen.theme : dark ? "dark" : "light";
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.skin = chosen.skin ?? "plain";
})();
