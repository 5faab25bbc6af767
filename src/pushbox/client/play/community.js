/** What people think and say of the level: likes, votes on how hard it is, comments. */

import { get, post, put, remove, withQuery } from "../core/api.js";
import { find, h, labelled, onSubmit } from "../core/dom.js";
import { language, t } from "../core/i18n.js";
import { promptText } from "../ui/prompt.js";
import { announce, announceError, showError, statusLine } from "../ui/status.js";

const DIFFICULTIES = [1, 2, 3, 4, 5];
const MAX_COMMENT = 2000; // characters

export class Community {
  #level = 0;
  #shown = 0; // the level that the section is filled with

  /** @param {HTMLElement} section that is filled when it is opened */
  constructor(section) {
    this.section = section;
    this.body = find(".body", section);
    section.addEventListener("toggle", () => this.#fill());
  }

  /** Show what is said of a level, or nothing without one. @param {number | undefined} level */
  show(level) {
    this.section.hidden = !level;
    this.#level = level ?? 0;
    this.#fill();
  }

  #fill() {
    if (!this.section.hasAttribute("open") || !this.#level || this.#shown === this.#level) return;
    this.#load().catch((error) => {
      const line = statusLine();
      this.body.replaceChildren(line); // until the section is closed and opened again
      showError(line, error);
    });
  }

  async #load() {
    const level = this.#level;
    const [opinions, page] = await Promise.all([get("/levels/{level}/opinions", { level }), get("/levels/{level}/comments", { level })]);
    if (level !== this.#level) return; // another level was opened meanwhile
    this.#shown = level;
    const reload = () => this.#load();
    const comments = h("ol", { class: "list comments" }, ...page.comments.map((one) => commentItem(one, opinions, reload)));
    this.body.replaceChildren(
      opinionRow(level, opinions, reload),
      h("h3", {}, t("community.comments", { count: opinions.comments })),
      opinions.may_write ? commentForm(level, reload) : h("p", {}, h("a", { href: "/account" }, t("community.log-in"))),
      comments,
      ...moreButton(level, page.next, opinions, comments, reload),
    );
  }
}

/**
 * The like, the vote, and what all think.
 * @param {number} level
 * @param {Api.OpinionsOut} opinions
 * @param {() => Promise<void>} reload
 */
function opinionRow(level, { likes, votes, difficulty, liked, voted, may_write }, reload) {
  const say = (/** @type {Api.OpinionIn} */ opinion) => put("/levels/{level}/opinions", opinion, { level }).then(reload).catch(announceError);
  const like = h("button", { type: "button", "aria-pressed": String(liked), onclick: () => say({ liked: !liked, difficulty: voted }) }, `♥ ${likes}`);
  like.setAttribute("aria-label", t("community.like", { count: likes }));
  like.disabled = !may_write;
  const options = DIFFICULTIES.map((one) => h("option", { value: String(one), selected: one === voted }, t(`community.difficulty.${one}`)));
  const vote = h("select", { disabled: !may_write }, h("option", { value: "" }, t("community.difficulty.none")), ...options);
  vote.addEventListener("change", () => say({ liked, difficulty: vote.value ? Number(vote.value) : null }));
  const mean = difficulty === null ? t("community.no-votes") : t("community.mean", { difficulty, count: votes });
  return h("div", { class: "stack" }, h("div", { class: "row" }, like, labelled(t("community.difficulty"), vote)), h("p", { class: "muted" }, mean));
}

/**
 * @param {number} level
 * @param {() => Promise<void>} reload
 */
function commentForm(level, reload) {
  const field = h("textarea", { rows: 2, maxLength: MAX_COMMENT, required: true });
  const button = h("button", {}, t("community.send"));
  const form = h("form", { class: "stack" }, labelled(t("community.write"), field), button);
  const send = async () => {
    await post("/levels/{level}/comments", { text: field.value }, { level });
    await reload();
    announce(t("community.sent"));
  };
  onSubmit(form, () => send().catch(announceError));
  return form;
}

/**
 * @param {Api.CommentOut} comment
 * @param {Api.OpinionsOut} opinions
 * @param {() => Promise<void>} reload
 */
function commentItem({ id, name, text, made, mine, hidden }, { may_write, moderates }, reload) {
  const act = (/** @type {string} */ key, /** @type {() => Promise<unknown>} */ work) => {
    const onclick = () => work().catch(announceError);
    return h("button", { type: "button", class: "quiet", "aria-label": t(`community.${key}.of`, { name }), onclick }, t(`community.${key}`));
  };
  const report = async () => {
    const reason = await promptText(t("community.report"), t("community.reason"), "");
    if (reason === null) return;
    await post("/comments/{comment}/reports", { reason }, { comment: id });
    announce(t("community.reported"), { show: true });
  };
  const hide = () => put("/comments/{comment}/hidden", { hidden: !hidden }, { comment: id }).then(reload);
  return h(
    "li",
    { class: hidden ? "comment hidden-comment" : "comment" },
    h("div", { class: "comment-head" }, h("a", { href: withQuery("/profile", { name }) }, name), h("span", { class: "muted" }, new Date(made).toLocaleDateString(language()))),
    h("p", { class: "comment-text" }, text),
    h(
      "div",
      { class: "row" },
      mine && act("remove", () => remove("/comments/{comment}", { comment: id }).then(reload)),
      may_write && !mine && act("report", report),
      moderates && act(hidden ? "unhide" : "hide", hide),
    ),
  );
}

/**
 * Return the button for more comments where there are some.
 * @param {number} level
 * @param {number | null} after
 * @param {Api.OpinionsOut} opinions
 * @param {HTMLElement} list
 * @param {() => Promise<void>} reload
 */
function moreButton(level, after, opinions, list, reload) {
  if (after === null) return [];
  let from = after;
  const load = async () => {
    const page = await get("/levels/{level}/comments", { level, after: from });
    list.append(...page.comments.map((one) => commentItem(one, opinions, reload)));
    button.hidden = page.next === null;
    from = page.next ?? from;
  };
  const button = h("button", { type: "button", onclick: () => load().catch(announceError) }, t("community.more"));
  return [button];
}
