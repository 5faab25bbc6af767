/** The dialog that publishes a collection, under a licence if its author likes. */

import { post } from "../core/api.js";
import { h, labelled } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { promptForm } from "./prompt.js";

const LICENCES = /** @type {const} */ (["CC0-1.0", "CC-BY-4.0", "CC-BY-SA-4.0"]);

/**
 * @param {Api.CollectionOut} collection
 * @returns {Promise<Api.CollectionOut | null>} null where the dialog was closed
 */
export function promptPublish(collection) {
  const options = LICENCES.map((licence) => h("option", { value: licence }, t(`licence.${licence}`)));
  const select = h("select", {}, h("option", { value: "" }, t("licence.none")), ...options);
  const fields = [labelled(t("licence"), select), h("p", { class: "muted" }, t("licence.what"))];
  const publish = () => {
    const licence = LICENCES.find((one) => one === select.value) ?? null;
    return post("/publish", { collection: collection.id, licence });
  };
  return promptForm(t("label.publish"), fields, t("label.publish"), publish);
}
