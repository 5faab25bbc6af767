/**
 * The entry of every page.  `<body data-page="edit" data-texts="library edit">` names the folder whose page.js is
 * mounted and its files of texts beside "common"; `data-section` names the link of the header that it belongs to.
 */

import { showMissing } from "../ui/missing.js";
import { openPage, setMounted } from "../ui/shell.js";
import { showError } from "../ui/status.js";
import { ApiError } from "./api.js";
import { find } from "./dom.js";
import { hasText, t } from "./i18n.js";
import { hasKept } from "./marks.js";

const NOT_THERE = [404, 422]; // what the server answers to an address with a number that nothing has, or with none

/** Whether this page is to open where no server answers, too. */
const isInstalled = () => Boolean(navigator.serviceWorker?.controller) || matchMedia("(display-mode: standalone)").matches;

/** Send what was played without the server, but for the play of this page, which does so itself. */
function bringHome() {
  if (hasKept()) void import("../alone/home.js").then(({ bringOthersHome }) => bringOthersHome(new URLSearchParams(location.search).get("play")));
}

const { page = "", section = page, texts = page } = document.body.dataset;

document.addEventListener("away", async () => (await import("../alone/installed.js")).showAway());

const [{ mount }] = await Promise.all([import(`../${page}/page.js`), openPage(page, section, texts.split(" ").filter(Boolean))]);
try {
  await mount(document.body);
} catch (error) {
  const title = `missing.${page}`;
  if (error instanceof ApiError && NOT_THERE.includes(error.status)) showMissing(t(hasText(title) ? title : "missing.title"), error.message);
  else showError(find("#status"), error);
}
setMounted(document.body);
if (isInstalled()) void import("../alone/installed.js").then(({ keepOffline }) => keepOffline());
bringHome();
document.addEventListener("back", bringHome);
addEventListener("appinstalled", async () => (await import("../alone/installed.js")).keepOffline());
