/** What the pages work out by themselves: filters of the library, days of the daily levels, chunks of long lines. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { chunkMoves } from "../../src/pushbox/client/play/chunk-moves.js";
import { daysBefore, dayOf, isDay, addDays, timeUntilNextDay } from "../../src/pushbox/client/daily/days.js";
import { NO_FILTERS, activeFilters, parseFilters, isSearch, formatFilters, withoutFilter } from "../../src/pushbox/client/library/filters.js";

test("filters come back from the address that they are written to", () => {
  const filters = { ...NO_FILTERS, q: "über & out", boxes_max: "4", state: "solved" };
  assert.deepEqual(parseFilters(formatFilters(filters)), filters);
  assert.equal(formatFilters(NO_FILTERS), "");
});

test("an address can hold only what filters have", () => {
  assert.deepEqual(parseFilters("?q= attic &state=won&boxes_min=-1&boxes_max=3e3&other=1"), { ...NO_FILTERS, q: "attic" });
});

test("an order alone is no search", () => {
  assert.equal(isSearch(parseFilters("?order=title")), false);
  assert.deepEqual(activeFilters(parseFilters("?order=title&game=plus&q=a")), ["q", "game"]);
  assert.equal(isSearch(withoutFilter(parseFilters("?game=plus"), "game")), false);
});

test("days are those of the UTC calendar", () => {
  assert.equal(dayOf(Date.UTC(2026, 1, 28, 23, 59)), "2026-02-28");
  assert.equal(addDays("2024-02-28", 1), "2024-02-29");
  assert.deepEqual(daysBefore("2026-01-02", 3), ["2026-01-01", "2025-12-31", "2025-12-30"]);
  assert.deepEqual(["2026-02-28", "2026-02-29", "2026-2-8", "", "today"].map(isDay), [true, false, false, false, false]);
});

test("the time until the next day counts begun minutes", () => {
  assert.deepEqual(timeUntilNextDay(Date.UTC(2026, 0, 1, 21, 29, 30)), { hours: 2, minutes: 31 });
  assert.deepEqual(timeUntilNextDay(Date.UTC(2026, 0, 1)), { hours: 24, minutes: 0 });
});

test("a long line is cut between its moves, and one that chooses pushers not at all", () => {
  assert.deepEqual(chunkMoves("rrULdd", 4), ["rrUL", "dd"]);
  assert.deepEqual(chunkMoves("5,2 9,7 1,1!", 2), ["5,2 9,7", "1,1!"]);
  assert.deepEqual(chunkMoves("rr{lu}rr", 2), ["rr{lu}rr"]);
  assert.deepEqual(chunkMoves("rR", 2), ["rR"]);
});
