/** The page without a class: open one, join one, or go to one that is there. */

import { get, post, withQuery } from "../core/api.js";
import { find, h, onSubmit } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { whileBusy } from "../ui/status.js";
import { groupedCode } from "./results.js";

/**
 * Show the forms; a code of the address is filled in.
 * @param {HTMLElement} root
 * @param {Api.ListedClassOut[]} classes
 * @param {string} code
 */
export function showStart(root, classes, code) {
  const status = find("#status", root);
  find("#start", root).hidden = false;
  const field = (/** @type {string} */ form, /** @type {string} */ name) => /** @type {HTMLInputElement} */ (find(`#${form} [name=${name}]`, root));
  field("join", "code").value = code;
  if (code) field("join", "name").focus();
  const submit = (/** @type {string} */ form, /** @type {() => Promise<string>} */ work) => {
    const button = /** @type {HTMLButtonElement} */ (find(`#${form} button`, root));
    onSubmit(find(`#${form}`, root), () => whileBusy(button, status, async () => location.assign(withQuery("/class", { code: await work() }))));
  };
  submit("open", async () => (await post("/classes", { title: field("open", "title").value })).code);
  submit("join", async () => {
    await get("/me"); // sets the cookie by which the class knows its pupil
    return (await post("/classes/{code}/pupils", { name: field("join", "name").value }, { code: field("join", "code").value })).code;
  });
  const items = classes.map((one) =>
    h(
      "li",
      {},
      h("span", { class: "what" }, h("b", {}, one.title), h("span", { class: "muted" }, one.name === null ? t("class.teaches", { count: one.pupils, code: groupedCode(one.code) }) : t("class.you", { name: one.name }))),
      h("a", { class: "button", href: withQuery("/class", { code: one.code }) }, t("class.enter")),
    ),
  );
  find("#classes", root).replaceChildren(...(items.length ? items : [h("li", { class: "muted" }, t("class.yours.none"))]));
}
