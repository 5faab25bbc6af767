/** A study of what was played: its lines, with the names of positions as comments. */

import { post } from "../core/api.js";
import { nodesOfTree } from "../study/study.js";
import { formatMoves } from "./history.js";

/** @param {import("./controller.js").PlayController} controller */
export async function makeStudy({ client, level }) {
  if (!level) return;
  const nodes = nodesOfTree(client.tree, client.snapshots, formatMoves);
  const { title = "", author = "" } = client.level ?? {};
  const { key } = await post("/studies", { study: { title, author, level, nodes } });
  location.assign(`/study?key=${key}`);
}
