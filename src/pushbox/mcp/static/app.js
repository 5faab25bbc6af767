/** A board in a chat: that of a notebook, whose game is the one that a tool has opened. */

import { pickLanguage } from "../../client/core/i18n.js";
import { render } from "../../notebook/static/widget.js";
import { GameModel } from "./game-model.js";
import { Host } from "./host.js";

const PROTOCOL = "2026-01-26"; // of MCP Apps

const setup = JSON.parse(document.getElementById("setup")?.textContent ?? "{}");
const el = /** @type {HTMLElement} */ (document.getElementById("board"));
const host = new Host(window);

/** @type {{theme?: string, locale?: string}} */
let context = {};
/** @type {GameModel | undefined} */
let model;

/** Take what the host says of itself: its theme, and the language of its user. @param {object} [changed] */
function adapt(changed = {}) {
  context = { ...context, ...changed };
  // The board follows the theme of JupyterLab, where it is told one.
  if (context.theme) document.body.dataset.jpThemeLight = String(context.theme !== "dark");
  document.documentElement.style.colorScheme = context.theme ?? "light dark";
}

/** @param {string} fallback the language of the browser @returns {Notebook.Setup} */
function setupIn(fallback) {
  const language = context.locale ? pickLanguage([context.locale]) : fallback;
  return { ...setup, texts: { language, texts: setup.texts[language] ?? setup.texts.en } };
}

/** Show the game that a tool has answered with. @param {{structuredContent?: {game?: string}}} result */
async function show({ structuredContent }) {
  if (!structuredContent?.game || model) return;
  model = new GameModel(host, structuredContent.game, setupIn);
  await render({ model, el });
}

host.on("ui/notifications/tool-result", (result) => void show(result));
host.on("ui/notifications/host-context-changed", adapt);
host.on("ui/resource-teardown", () => model?.close());
host.on("ping", () => ({}));

const appInfo = { name: "pushbox", version: "1" };
const initialized = host.request("ui/initialize", { appInfo, appCapabilities: {}, protocolVersion: PROTOCOL });
initialized.then(({ hostContext }) => {
  adapt(hostContext);
  host.notify("ui/notifications/initialized", {});
  new ResizeObserver(() => {
    const { width, height } = el.getBoundingClientRect();
    host.notify("ui/notifications/size-changed", { width: Math.ceil(width), height: Math.ceil(height) });
  }).observe(el);
});
