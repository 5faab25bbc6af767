/** The form by which a file is read in another encoding, or with other signs, than those that were found. */

import { h, labelled, onSubmit } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { whileBusy } from "./status.js";

/** @typedef {import("../core/files.js").Source} Source */

const ENCODINGS = ["windows-1252", "windows-1251", "koi8-r", "windows-1250", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"];

/**
 * Return a form, folded up.
 * @param {Source} source
 * @param {HTMLElement} status where an error is shown
 * @param {(source: Source) => Promise<void>} read
 */
export function readAgainForm(source, status, read) {
  const options = ENCODINGS.map((name) => h("option", { value: name, selected: name === source.encoding }, name));
  const encoding = h("select", {}, h("option", { value: "" }, t("import.found")), ...options);
  const symbols = h("input", { type: "text", value: source.symbols ?? "", maxLength: 400, placeholder: t("import.symbols.example"), autocapitalize: "off" });
  const button = h("button", { type: "submit" }, t("import.look"));
  const form = h("form", { class: "row" }, source.data && labelled(t("import.encoding"), encoding), labelled(t("import.symbols"), symbols), button);
  const other = () => ({ ...source, encoding: encoding.value || undefined, symbols: symbols.value.trim() || undefined });
  onSubmit(form, () => whileBusy(button, status, () => read(other())));
  return h("details", {}, h("summary", {}, t("import.again")), form);
}
