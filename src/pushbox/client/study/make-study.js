/** A study of what was played: its lines, with the names of positions and what is said on them as comments. */

import { post } from "../core/api.js";
import { nodesOfTree } from "./study.js";
import { formatMoves } from "../play/history.js";

/** @param {import("../play/controller.js").PlayController} controller */
export async function makeStudy({ client, level }) {
  if (!level) return;
  const nodes = nodesOfTree(client.tree, client.snapshots, client.comments, formatMoves);
  const { title = "", author = "" } = client.level ?? {};
  const { key } = await post("/studies", { study: { title, author, level, nodes } });
  location.assign(`/study?key=${key}`);
}
