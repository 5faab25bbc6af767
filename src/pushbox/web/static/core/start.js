/**
 * The entry of every page.  `<body data-page="edit" data-texts="library edit">` names the folder whose page.js is
 * mounted and its files of texts beside "common"; `data-section` names the link of the header that it belongs to.
 */

import { openPage } from "../ui/shell.js";
import { showError } from "../ui/status.js";
import { find } from "./dom.js";

const { page = "", section = page, texts = page } = document.body.dataset;

const [{ mount }] = await Promise.all([import(`../${page}/page.js`), openPage(section, texts.split(" "))]);
try {
  await mount(document.body);
} catch (error) {
  showError(find("#status"), error);
}
