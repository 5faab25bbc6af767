/** The API of the server, from the description that it gives of itself. */

import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { schemasOf, subjectsOf } from "./openapi.js";

/** @import { Operation, Parameter, Subject } from "./openapi.js" */

/** @param {HTMLElement} root */
export async function mount(root) {
  const response = await fetch("/openapi.json");
  if (!response.ok) throw new Error(t("docs.missing"));
  const description = await response.json();
  const subjects = subjectsOf(description);
  find("#about", root).replaceChildren(...paragraphs(description.info.description ?? ""));
  const titles = [...subjects.map(({ name }) => name), "schemas"];
  find("#contents", root).replaceChildren(...titles.map((name) => h("a", { href: `#${anchor(name)}` }, name)));
  find("#subjects", root).replaceChildren(...subjects.map(subjectSection), schemasSection(description));
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

/** @param {string} name */
const anchor = (name) => name.replaceAll(" ", "-");

/** @param {string} text @returns {HTMLElement[]} */
const paragraphs = (text) => text.split(/\n\s*\n/).map((part) => h("p", {}, ...codes(part.trim())));

/** Return a text with what stands between backticks as code. @param {string} text */
const codes = (text) => text.split("`").map((part, index) => (index % 2 ? h("code", {}, part) : part));

/** @param {Subject} subject */
function subjectSection({ name, description, operations }) {
  return h("section", { id: anchor(name) }, h("h2", {}, name), h("p", { class: "muted" }, ...codes(description)), ...operations.map(operationDetails));
}

/** @param {Operation} operation */
function operationDetails({ id, method, path, summary, description, parameters, body, answers }) {
  return h(
    "details",
    { class: "panel", id },
    h("summary", {}, h("b", { class: "method" }, method), " ", h("code", {}, path), " ", h("span", { class: "muted" }, summary)),
    ...paragraphs(description),
    parameters.length > 0 && fieldTable("Parameters", parameters),
    body && h("p", {}, "Body: ", h("code", {}, body)),
    h("ul", { class: "facts" }, ...answers.map(([status, about, type]) => h("li", {}, h("code", {}, status), ` ${about} `, type && h("code", {}, type)))),
  );
}

/** @param {any} description */
function schemasSection(description) {
  const schemas = schemasOf(description).map(({ name, description: about, fields }) =>
    h("details", { class: "panel", id: name }, h("summary", {}, h("code", {}, name)), ...paragraphs(about), fields.length > 0 && fieldTable("Fields", fields)),
  );
  return h("section", { id: "schemas" }, h("h2", {}, "schemas"), ...schemas);
}

/** @param {string} caption @param {Parameter[]} fields */
function fieldTable(caption, fields) {
  const rows = fields.map(({ name, place, required, type, description }) =>
    h("tr", {}, h("th", { scope: "row" }, h("code", {}, name), required ? " *" : ""), h("td", {}, [place, type].filter(Boolean).join(": ")), h("td", {}, ...codes(description))),
  );
  return h("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": caption }, h("table", {}, h("caption", {}, caption), h("tbody", {}, ...rows)));
}
