// Plays requests without a server, by the core that was compiled for browsers: a line of JSON for each play, with its level
// and requests; answers with a line of the messages, each with the board on which they end.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { applyChanges, concatMoves, equalBoards } from "../../../src/pushbox/client/board/changes.js";
import { Solo } from "../../../src/pushbox/client/alone/solo.js";
import { oneCore } from "../../../src/pushbox/client/core/core-worker.js";
import { startHere } from "../../client/core-here.js";

const [, , module, insight, ...sentences] = process.argv;
const reasons = JSON.parse(readFileSync(insight, "utf-8"));
const texts = Object.assign({}, ...sentences.map((file) => JSON.parse(readFileSync(file, "utf-8"))));
const core = await startHere(module);

/** @param {Uint8Array} bytes */
async function ask(bytes) {
  const answer = await core.ask(bytes);
  if (answer.error) throw new Error(answer.error);
  return answer;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { level, requests } = JSON.parse(line);
  let now = 0;
  const solo = await Solo.open(oneCore(ask), level, texts, () => now, async () => reasons);
  let shown = solo.board;
  const messages = [];
  for (const { at = 0, ...one } of requests) {
    now = at;
    const message = /** @type {any} */ (await solo.execute(one));
    if (!message?.played) {
      messages.push(message); // the answer to a query, or null for what is left to the server
      continue;
    }
    shown = applyChanges(shown, concatMoves(message.played));
    messages.push({ ...message, board: solo.board.pieces, same: equalBoards(shown, solo.board) });
  }
  await solo.close();
  console.log(JSON.stringify(messages));
}
