/** Files of levels on their way to the server: text where they are text, else bytes. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { sourceOf } from "../../src/pushbox/client/core/files.js";

const BOARD = "#####\n#@$.#\n#####\nTitle: Größe\n";

test("a text in UTF-8 goes as text, without the mark of a file", async () => {
  assert.deepEqual(await sourceOf(new File(["\ufeff", BOARD], "one.xsb")), { name: "one.xsb", text: BOARD });
});

test("other encodings and archives go as bytes", async () => {
  const latin = Uint8Array.from(BOARD, (character) => character.charCodeAt(0));
  const wide = new Uint8Array(Uint16Array.from(BOARD, (character) => character.charCodeAt(0)).buffer);
  const large = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
  for (const bytes of [latin, wide, large]) {
    const { name, text, data = "" } = await sourceOf(new File([bytes], "other"));
    assert.deepEqual([name, text], ["other", ""]);
    assert.deepEqual(Uint8Array.from(atob(data), (character) => character.charCodeAt(0)), bytes);
  }
});
