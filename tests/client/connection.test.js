/** Laws of the connection on fake transports: one at a time, retries with growing delays, a queue until it is open. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Connection } from "../../src/pushbox/client/play/connection.js";

/** A connection whose transports and timers the test holds. */
function setup() {
  /** @type {{handlers: Play.SocketHandlers, sent: string[], closed: boolean}[]} */
  const transports = [];
  /** @type {unknown[]} */
  const received = [];
  /** @type {string[]} */
  const phases = [];
  /** @type {{step: () => void, delay: number}[]} */
  const timers = [];
  let drops = 0;
  const connection = new Connection({
    connect: (handlers) => {
      const transport = { handlers, sent: /** @type {string[]} */ ([]), closed: false };
      transports.push(transport);
      return { send: (text) => transport.sent.push(text), close: () => (transport.closed = true) };
    },
    received: (message) => received.push(message),
    dropped: () => void drops++,
    phaseChanged: (phase) => phases.push(phase),
    wait: (step, delay) => timers.push({ step, delay }),
  });
  return { connection, transports, received, phases, timers, drops: () => drops };
}

test("messages are JSON both ways", () => {
  const { connection, transports, received } = setup();
  connection.open();
  connection.send({ do: "undo", n: 1 });
  transports[0].handlers.message('{"is":"turned"}');
  assert.deepEqual(transports[0].sent, ['{"do":"undo","n":1}']);
  assert.deepEqual(received, [{ is: "turned" }]);
});

test("a dropped transport is replaced after growing delays, until it is ready", () => {
  const { connection, transports, phases, timers } = setup();
  connection.open();
  for (let attempt = 0; attempt < 7; attempt++) {
    transports[attempt].handlers.closed(1006);
    timers[attempt].step();
  }
  assert.deepEqual(timers.map(({ delay }) => delay), [300, 700, 1500, 3000, 5000, 5000, 5000]);
  connection.ready();
  transports[7].handlers.closed(1006);
  assert.equal(timers[7].delay, 300);
  assert.deepEqual(phases, ["connecting", "lost", "open", "lost"]);
});

test("messages of any transport but the last are ignored", () => {
  const { connection, transports, received, drops } = setup();
  connection.open();
  connection.open();
  assert.equal(transports[0].closed, true);
  transports[0].handlers.message("{}");
  transports[0].handlers.closed(1006);
  assert.deepEqual([received.length, drops()], [0, 0]);
  transports[1].handlers.message("{}");
  assert.equal(received.length, 1);
});

test("what does not exist, and what is closed here, is not opened again", () => {
  for (const code of [4403, 4404]) {
    const { connection, transports, timers } = setup();
    connection.open();
    transports[0].handlers.closed(code);
    assert.deepEqual([connection.phase, timers.length], ["gone", 0]);
  }
  const { connection, transports, timers } = setup();
  connection.open();
  connection.close();
  transports[0].handlers.closed(1000);
  assert.equal(timers.length, 0);
});

test("a retry that comes after the connection was opened or closed otherwise does nothing", () => {
  const { connection, transports, timers } = setup();
  connection.open();
  transports[0].handlers.closed(1006);
  connection.open();
  timers[0].step();
  assert.equal(transports.length, 2);
  transports[1].handlers.closed(1006);
  connection.close();
  timers[1].step();
  assert.equal(transports.length, 2);
});

test("acts are queued while it opens for the first time, and done in their order once it is open", () => {
  const { connection, transports, timers } = setup();
  /** @type {number[]} */
  const done = [];
  const act = (/** @type {number} */ number) => connection.whenOpen(() => done.push(number));
  act(1);
  connection.open();
  act(2);
  transports[0].handlers.closed(1006);
  act(3);
  timers[0].step();
  assert.deepEqual(done, []);
  connection.ready();
  connection.flush();
  act(4);
  assert.deepEqual(done, [1, 2, 3, 4]);
});

test("acts on a play that was open are dropped with its connection", () => {
  const { connection, transports } = setup();
  connection.open();
  connection.ready();
  connection.open();
  connection.whenOpen(() => assert.fail("done after the connection was lost"));
  transports[1].handlers.closed(1006);
  connection.ready();
  connection.flush();
});

test("where somebody else answers it is alone, also while it is opened again, until it is ready", () => {
  /** @type {string[]} */
  const done = [];
  /** @type {string[]} */
  const phases = [];
  /** @type {Play.SocketHandlers[]} */
  const handlers = [];
  /** @type {(() => void)[]} */
  const timers = [];
  /** @type {Play.Connect} */
  const connect = (own) => {
    handlers.push(own);
    return { send: () => {}, close: () => {} };
  };
  let playsOn = true;
  const connection = new Connection({ connect, received: () => {}, dropped: () => playsOn, phaseChanged: (phase) => phases.push(phase), wait: (step) => timers.push(step) });
  connection.open();
  connection.ready();
  connection.queued.push(() => done.push("a"));
  handlers[0].closed(1006);
  timers[0]();
  handlers[1].closed(1006);
  timers[1]();
  assert.deepEqual([connection.phase, connection.answers], ["alone", true]);
  connection.ready();
  connection.flush();
  assert.deepEqual([phases, done], [["connecting", "open", "alone", "open"], ["a"]]);

  playsOn = false; // nobody answers: what waits is given up
  connection.queued.push(() => done.push("b"));
  handlers[2].closed(1006);
  assert.deepEqual([connection.phase, done, connection.queued], ["lost", ["a"], []]);
});

test("what connects later connects nothing once it is closed", async () => {
  let connected = 0;
  const { connectLater } = await import("../../src/pushbox/client/play/connection.js");
  const find = async () => () => ({ send: () => {}, close: () => {}, opened: connected++ });
  const nothing = { message: () => {}, closed: () => {} };
  connectLater(find)(nothing).close();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(connected, 0);
  connectLater(find)(nothing);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(connected, 1);
});
