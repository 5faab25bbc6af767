/** What the page that makes levels asks the generator for. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { FITTING, FITTING_THEME, specOf } from "../../src/pushbox/client/make/spec.js";

const CLIENT = new URL("../../src/pushbox/client/", import.meta.url);
const page = await readFile(new URL("pages/make.html", CLIENT), "utf-8");

/** Return what a select of the page offers. @param {string} name */
function offered(name) {
  const [, inside = ""] = page.match(new RegExp(`<select name="${name}">(.*?)</select>`, "s")) ?? [];
  return [...inside.matchAll(/<option(?: value="([^"]*)")?[^>]*>([^<]*)/g)].map(([, value, text]) => value ?? text);
}

test("what may be anything is not asked for", () => {
  assert.deepEqual(specOf({ size: "small", boxes: 2, difficulty: "", theme: "" }), { rows: 7, columns: 8, boxes: 2, difficulty: null, theme: null });
  assert.equal(specOf({ size: "small", boxes: 2, difficulty: "hard", theme: "tunnels" }).theme, "tunnels");
});

test("each theme that is offered has a board that fits it, which is offered too", () => {
  assert.deepEqual(offered("theme"), ["", ...Object.keys(FITTING_THEME)]);
  assert.deepEqual(offered("difficulty"), ["", ...Object.keys(FITTING)]);
  for (const { size, boxes } of [...Object.values(FITTING_THEME), ...Object.values(FITTING)]) {
    assert.ok(page.includes(`name="size" value="${size}"`));
    assert.ok(offered("boxes").includes(String(boxes)));
  }
});

test("each theme has its name in every language", async () => {
  for (const language of ["de", "zh"]) {
    const texts = JSON.parse(await readFile(new URL(`i18n/${language}/make.json`, CLIENT), "utf-8"));
    const names = Object.keys(FITTING_THEME).map((theme) => texts[`make.theme-${theme}`]);
    assert.equal(new Set(names.filter(Boolean)).size, names.length);
  }
});
