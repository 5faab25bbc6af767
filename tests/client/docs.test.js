/** What the page of the API reads from an OpenAPI description. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { schemasOf, subjectsOf, typeName } from "../../src/pushbox/client/docs/openapi.js";

const LEVEL = { $ref: "#/components/schemas/Level" };
const DESCRIPTION = {
  tags: [{ name: "levels", description: "Levels." }, { name: "empty" }],
  paths: {
    "/levels/{id}": {
      get: {
        tags: ["levels"],
        operationId: "getLevel",
        summary: "A level",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        responses: { 200: { description: "It", content: { "application/json": { schema: LEVEL } } }, 404: { description: "None" } },
      },
    },
  },
  components: { schemas: { Level: { properties: { id: { type: "integer" }, tags: { type: "array", items: { type: "string" } } }, required: ["id"] } } },
};

test("operations stand under their tags, with parameters and answers; a tag without any is left out", () => {
  const [subject, ...others] = subjectsOf(DESCRIPTION);
  assert.deepEqual(others, []);
  const [operation] = subject.operations;
  assert.deepEqual([operation.method, operation.path, operation.id], ["GET", "/levels/{id}", "getLevel"]);
  assert.deepEqual(operation.parameters.map(({ name, type, required }) => [name, type, required]), [["id", "integer", true]]);
  assert.deepEqual(operation.answers, [["200", "It", "Level"], ["404", "None", ""]]);
});

test("a type is named by its schema, or by what it is made of", () => {
  assert.equal(typeName({ anyOf: [{ type: "array", items: LEVEL }, { type: "null" }] }), "Level[] | null");
  assert.equal(typeName({ enum: ["a", "b"] }), '"a" | "b"');
  assert.deepEqual(schemasOf(DESCRIPTION)[0].fields.map(({ type, required }) => [type, required]), [["integer", true], ["string[]", false]]);
});
