/** A server of plays as far as a page can tell: it keeps and answers what it is told, and the test breaks its lines. */

export const ROOM = {
  game: "sokoban",
  board: { width: 7, height: 4, palette: { "#": "wall", "-": "floor", ".": "goal" }, terrain: ["7#", "#4-.#", "#5-#", "7#"], pieces: [{ kind: "pusher", cells: [8] }, { kind: "box", cells: [10] }] },
};

/** A server that keeps a tree of texts, knows no rules, and loses the line when it is told to. */
export class FakeServer {
  /** @type {Play.NodeRow[]} */
  rows = [];
  here = 0;
  /** @type {any[]} */
  requests = [];
  /** how many more requests are answered */
  left = Infinity;
  /** @type {Set<string>} */
  illegal = new Set();
  /** @type {{handlers: Play.SocketHandlers, numbers: Record<number, number>}[]} */
  lines = [];
  up = true;
  /** whether what it has is on its disk */
  saves = true;
  /** whether it answers keys */
  mute = false;
  seconds = 0;

  /** Return the position below one. @param {number} parent @param {string} text */
  below(parent, text) {
    const known = this.rows.find(([, its, own]) => its === parent && own === text);
    if (!known) this.rows.push([this.rows.length + 1, parent, text, /[A-Z]/.test(text)]);
    return known ? known[0] : this.rows.length;
  }

  /** @param {any} request @param {Record<number, number>} numbers @returns {any} */
  answer(request, numbers) {
    const { do: what, n, first = 0, lines = [], here, node, milliseconds = 0 } = request;
    this.requests.push(request);
    if (what === "record") {
      let count = first;
      for (const [parent, ...moves] of lines) {
        let at = numbers[parent] ?? parent;
        for (const move of moves) {
          if (this.illegal.has(move)) return { is: "error", n, message: "a wall" };
          at = this.below(at, move);
          if (at !== count) numbers[count] = at;
          count++;
        }
      }
      if (typeof here === "number") this.here = numbers[here] ?? here;
      this.seconds += milliseconds / 1000;
      return { is: "recorded", n, size: this.rows.length + 1, saved: this.rows.length, ...(Object.keys(numbers).length && { numbers }) };
    }
    if (what === "take") {
      for (const name of Object.keys(numbers)) delete numbers[Number(name)];
      return { ...this.opened, n };
    }
    const before = this.rows.length;
    if (what === "press") this.here = this.below(this.here, request.key[0]);
    if (what === "goto") this.here = node;
    return { is: "turned", n, played: [], nodes: this.rows.slice(before), state: this.state };
  }

  /** The cells of the player and of the box where it stands. */
  get cells() {
    let [pusher, box] = [8, 10];
    const line = [];
    for (let at = this.here; at; [, at] = /** @type {any} */ (this.rows[at - 1])) line.unshift(this.rows[at - 1][2]);
    for (const move of line) {
      pusher += { l: -1, u: -7, r: 1, d: 7 }[/** @type {"l"} */ (move.toLowerCase())];
      if (pusher === box) box++;
    }
    return [pusher, box];
  }

  get state() {
    return { node: this.here, depth: 0, focus: [this.cells[0]], counts: {}, outcome: { status: "playing", reason: "", winner: 0 }, branches: [], seconds: this.seconds, running: false, assists: [] };
  }

  get opened() {
    return { is: "opened", play: 7, level: { id: 1, level: ROOM }, game: { key: "sokoban", name: "Sokoban", players: 1, hides: false }, board: this.board, nodes: this.rows, state: this.state };
  }

  get board() {
    const [pusher, box] = this.cells;
    return { ...ROOM.board, pieces: [{ kind: "pusher", cells: [pusher] }, { kind: "box", cells: [box] }] };
  }

  /** @type {Play.Connect} */
  connect = (handlers) => {
    const line = { handlers, numbers: {} };
    this.lines.push(line);
    const tell = (/** @type {any} */ message) => queueMicrotask(() => this.up && handlers.message(JSON.stringify(message)));
    if (!this.up) queueMicrotask(() => handlers.closed(1006));
    else tell(this.opened);
    return {
      send: (text) => {
        const request = JSON.parse(text);
        if (!this.up || (this.mute && request.do === "press")) return;
        if (this.left-- <= 0) {
          this.kill();
          return;
        }
        tell(this.answer(request, line.numbers));
        if (request.do === "record" && this.saves) tell({ is: "saved", node: this.rows.length, record: request.n });
      },
      close: () => queueMicrotask(() => handlers.closed(1000)),
    };
  };

  kill() {
    this.up = false;
    for (const { handlers } of this.lines.splice(0)) queueMicrotask(() => handlers.closed(1006));
  }

  /** What it was asked, without its numbers. @param {string} what */
  asked(what) {
    return this.requests.filter((request) => request.do === what).map(({ n, do: _, ...request }) => request);
  }
}
