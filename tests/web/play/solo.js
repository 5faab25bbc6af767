// Plays requests without a server, by the core that was compiled for browsers: a line of JSON for each play, with its level
// and requests; answers with a line of the messages, each with the board on which they end.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { applyChanges, concatMoves, equalBoards } from "../../../src/pushbox/client/board/changes.js";
import { Solo } from "../../../src/pushbox/client/alone/solo.js";
import { oneCore } from "../../../src/pushbox/client/core/core-worker.js";

const [, , module, insight, ...sentences] = process.argv;
const reasons = JSON.parse(readFileSync(insight, "utf-8"));
const texts = Object.assign({}, ...sentences.map((file) => JSON.parse(readFileSync(file, "utf-8"))));
const host = { now: () => performance.now(), progress: () => 0 };
const { instance } = await WebAssembly.instantiate(readFileSync(module), { host });
const { memory, request, run, output } = /** @type {any} */ (instance.exports);

const answerOf = (/** @type {number} */ length) => new Uint8Array(memory.buffer, output(), length);

/** @param {Uint8Array} bytes */
async function ask(bytes) {
  const at = request(bytes.length); // which may make the memory anew
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const answer = JSON.parse(new TextDecoder().decode(answerOf(run())));
  if (answer.error) throw new Error(answer.error);
  return answer;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { level, requests } = JSON.parse(line);
  const solo = await Solo.open(oneCore(ask), level, texts, () => 0, async () => reasons);
  let shown = solo.board;
  const messages = [];
  for (const one of requests) {
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
