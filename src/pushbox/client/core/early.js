// Runs before the page is painted, so that nobody who chose the dark or a language sees a flash of another; so it is no module.
(() => {
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
})();
