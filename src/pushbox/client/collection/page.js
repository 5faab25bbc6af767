/** One collection: its levels as a grid of pictures, how far the visitor is, leader boards, export. */

import { get, patch, post, remove } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { shippedText } from "../core/phrases.js";
import { collectionTitle } from "../ui/cards.js";
import { LevelGrid } from "../ui/level-grid.js";
import { confirmAction, promptText } from "../ui/prompt.js";
import { promptPublish } from "../ui/publish.js";
import { showError, showStatus } from "../ui/status.js";
import { mountLeaders } from "./leaders.js";

const PAGE = 120; // levels shown at a time

/** @param {HTMLElement} root */
export async function mount(root) {
  const status = find("#status", root);
  const id = await shownCollection();
  const grid = new LevelGrid(find("#levels", root), /** @type {HTMLButtonElement} */ (find("#load", root)), status);
  const show = async (/** @type {string} */ state) => {
    const params = { collection: id, limit: PAGE };
    await grid.show(
      (after) => state ? get("/levels", { ...params, state, after }) : get("/collections/{collection}/levels", { ...params, after }),
      () => (find("#none", root).hidden = grid.count > 0),
    );
  };
  const buttons = find("#show", root).querySelectorAll("button");
  for (const button of buttons) {
    button.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      show(button.value);
    });
  }

  const collection = await get("/collections/{collection}", { collection: id });
  new Head(root, collection);
  if (!collection.mine && !collection.published) showStatus(status, t("draft.testing"));
  await show("");
  mountLeaders(find("#leaders", root), collection, status);
}

/** Return the collection of the address, which may be a link for testers. */
async function shownCollection() {
  const code = new URLSearchParams(location.hash.slice(1)).get("test"); // not in the query, which a log may keep
  if (code === null) return new URLSearchParams(location.search).get("id") ?? "";
  const { collection } = await post("/draft-links", { code });
  history.replaceState(null, "", `/collection?id=${collection}`);
  return String(collection);
}

/** The head of the page, and what its buttons do to the collection. */
class Head {
  /**
   * @param {HTMLElement} root
   * @param {Api.CollectionOut} collection
   */
  constructor(root, collection) {
    this.root = root;
    this.status = find("#status", root);
    this.collection = collection;
    this.#show(collection);
  }

  /** @param {Api.CollectionOut} collection as it is now */
  #show(collection) {
    this.collection = collection;
    const { root } = this;
    const { author, notes, levels, solved } = collection;
    document.title = `${collectionTitle(collection)} · pushbox`;
    find("#title", root).textContent = collectionTitle(collection);
    find("#byline", root).textContent = [shippedText("author", author), t("collection.count", { count: levels })].filter(Boolean).join(" · ");
    find("#notes", root).textContent = shippedText("collection.note", notes);
    find("#notes", root).hidden = !notes;
    const bar = find("#progress", root);
    bar.hidden = levels === 0;
    Object.assign(find("progress", bar), { max: Math.max(1, levels), value: solved });
    find("span", bar).textContent = t("collection.solved", { solved, levels });
    find("#actions", root).replaceChildren(...this.#actions());
  }

  /** Return the buttons of the collection. */
  #actions() {
    const { id, mine, published, solved, levels } = this.collection;
    const next = this.#button("collection.next", () => this.#openUnsolved(), "primary");
    next.hidden = levels === 0 || solved === levels;
    const forAll = [next, this.#button("export.title", () => this.#export()), ...(levels ? [this.#button("print.title", () => this.#print())] : [])];
    if (!mine) return forAll;
    return [
      ...forAll,
      h("a", { class: "button", href: `/edit?collection=${id}` }, t("collection.draw")),
      this.#button("collection.rename", () => this.#rename()),
      published
        ? this.#button("collection.withdraw", () => this.#withdraw())
        : this.#button("label.publish", () => this.#publish()),
      ...(published ? [] : [this.#button("draft.link", () => this.#openDraftLink())]),
      this.#button("label.delete", () => this.#remove(), "danger"),
    ];
  }

  /** @param {string} key of its text @param {() => Promise<void>} work @param {string} [look] */
  #button(key, work, look = "") {
    const onclick = () => work().catch((error) => showError(this.status, error));
    return h("button", { type: "button", class: look, onclick }, t(key));
  }

  async #export() {
    const { exportCollection } = await import("../ui/export.js");
    await exportCollection(this.collection);
  }

  async #print() {
    const { openPrint } = await import("../share/print.js");
    await openPrint(this.collection);
  }

  /** Go to the first unsolved level. */
  async #openUnsolved() {
    const { levels } = await get("/levels", { collection: this.collection.id, state: "unsolved", limit: 1 });
    if (levels.length) location.assign(`/play?level=${levels[0].id}`);
    else showStatus(this.status, t("collection.complete"));
  }

  async #openDraftLink() {
    const { openDraftLink } = await import("./draft-link.js");
    await openDraftLink(this.collection.id);
  }

  async #rename() {
    const title = await promptText(t("collection.rename"), t("import.name"), collectionTitle(this.collection));
    if (title) this.#show(await patch("/collections/{collection}", { title }, { collection: this.collection.id }));
  }

  async #publish() {
    const published = await promptPublish(this.collection);
    if (!published) return;
    this.#show(published);
    showStatus(this.status, t("label.published"));
  }

  async #withdraw() {
    this.#show(await remove("/collections/{collection}/publish", { collection: this.collection.id }));
    showStatus(this.status, t("collection.withdrawn"));
  }

  async #remove() {
    const { id, levels } = this.collection;
    const question = t("collection.remove.sure", { name: collectionTitle(this.collection), count: levels });
    if (!(await confirmAction(t("label.delete"), question, t("label.delete")))) return;
    await remove("/collections/{collection}", { collection: id });
    location.assign("/library");
  }
}
