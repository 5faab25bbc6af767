/** The card beside the board. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { bodyWith, get } from "./fake-dom.js";
import { useTexts } from "../../src/pushbox/client/core/i18n.js";
import { Card } from "../../src/pushbox/client/play/card.js";

/** Return a card, and what it shows. */
function opened() {
  const body = bodyWith("#card");
  useTexts("en", { close: "Close" });
  const card = new Card(/** @type {any} */ (body), () => {});
  return { card, texts: () => get("#card").querySelectorAll("p").map((/** @type {Node} */ it) => it.textContent) };
}

test("a sentence stays where the card is drawn again, and goes with the card", () => {
  const { card, texts } = opened();
  assert.equal(card.add("solved", "it is pure"), false); // before there is a card
  card.show("solved", "Solved", [], []);
  assert.deepEqual(texts(), ["it is pure"]);
  card.show("solved", "Solved, with the fewest pushes", [], []);
  assert.deepEqual(texts(), ["it is pure"]);
  card.hide();
  card.show("solved", "Solved", [], []);
  assert.deepEqual(texts(), []);
  assert.equal(card.add("solved", "it is pure"), true);
  card.show("lost", "Lost", [], []);
  card.show("solved", "Solved", [], []);
  assert.deepEqual(texts(), []);
});
