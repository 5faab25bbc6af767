// Presses keys in a page whose core foresees what the server confirms: a line of JSON for each play, with the message that opens
// it and its turns, each the commands that are given together and the server's answers to them.  Answers with a line: for each
// command whether it was foreseen, and whether the board that was shown at once, and what was steered on it, are what the server has confirmed then.

import { createInterface } from "node:readline";

import { CoreForesight } from "../../../src/pushbox/client/alone/foresight.js";
import { equalBoards } from "../../../src/pushbox/client/board/changes.js";
import { Client } from "../../../src/pushbox/client/play/client.js";
import { openCore } from "../../client/core-here.js";

const core = await openCore(process.argv[2]);

/** @param {Uint8Array} request */
function ask(request) {
  const answer = core.answer(request);
  if (answer.error) throw new Error(answer.error);
  return answer;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { opened, turns } = JSON.parse(line);
  /** @type {(message: object) => void} */
  let receive = () => {};
  /** @type {any[]} */
  const sent = [];
  const client = new Client({
    connect: ({ message }, ahead) => {
      if (ahead) throw new Error("the server is to foresee");
      receive = (answer) => message(JSON.stringify(answer));
      return { send: (text) => void sent.push(JSON.parse(text)), close: () => {} };
    },
    report: () => {},
  });
  client.foreseeBy(new CoreForesight(ask));
  client.connection.open();
  receive(opened);
  const same = [];
  for (const turn of turns) {
    const shown = turn.map((/** @type {[Play.Request, object]} */ [request]) => {
      client.command(request);
      return { foreseen: client.pending[client.pending.length - 1].frame !== null, board: client.displayed, focus: String(client.focus) };
    });
    for (const [place, [, answer]] of turn.entries()) {
      receive({ ...answer, n: sent[sent.length - turn.length + place].n });
      const { foreseen, board, focus } = shown[place];
      same.push([foreseen, equalBoards(board, client.confirmed) && focus === String(client.state.focus)]);
    }
  }
  console.log(JSON.stringify(same));
}
