/** The notice of what the server has refused, above the board: sent again, saved as a file, or thrown away. */

import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { downloadText, fileName } from "../ui/download.js";
import { announce } from "../ui/status.js";
import { discard, linesOf, refusedOf, tryAgain } from "./refused.js";

/** @import { Refused } from "./refused.js" */
/** @import { Client } from "../play/client.js" */

/**
 * Show the notice where something of the open play was refused; hide it where nothing was.
 * @param {HTMLElement} root
 * @param {Client} client
 * @param {() => void} reopen opens the play anew
 */
export async function showRefused(root, client, reopen) {
  const { play } = client;
  const place = find("#refused", root);
  const refused = await refusedOf(play);
  place.hidden = !refused.length;
  if (!refused.length) return place.replaceChildren();
  const text = t("refused.kept", { reason: refused[refused.length - 1].reason });
  const done = async (/** @type {(play: number | string) => Promise<void>} */ act) => {
    await act(play);
    place.hidden = true;
    reopen();
  };
  place.replaceChildren(
    h("p", {}, text),
    h("button", { type: "button", class: "primary", onclick: () => done(tryAgain) }, t("refused.again")),
    h("button", { type: "button", onclick: () => downloadText(fileName(titleOf(client), ".txt"), fileOf(client, refused)) }, t("refused.save")),
    h("button", { type: "button", class: "quiet", onclick: () => done(discard) }, t("refused.discard")),
  );
  announce(text);
}

/** @param {Client} client @returns {string} */
const titleOf = ({ level }) => level?.title || t("refused.file");

/**
 * Return what was refused of the open play as text: the title, then each line and the reason.
 * @param {Client} client
 * @param {Refused[]} refused
 */
export function fileOf(client, refused) {
  const { tree } = client;
  const before = (/** @type {number} */ node) => {
    /** @type {string[]} */
    const moves = [];
    for (let at = node; at > 0; at = tree.get(at).parent) moves.unshift(tree.get(at).written);
    return moves;
  };
  const parts = refused.flatMap(({ kept, reason }) => [...linesOf(kept, before), reason]);
  return `${[titleOf(client), ...parts].join("\n\n")}\n`;
}
