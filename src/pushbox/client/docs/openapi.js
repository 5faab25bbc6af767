/** What an OpenAPI description says, as values that a page can list. */

/** @typedef {{name: string, place: string, required: boolean, type: string, description: string}} Parameter */
/** @typedef {{id: string, method: string, path: string, summary: string, description: string, parameters: Parameter[], body: string, answers: [string, string, string][]}} Operation `answers` are status, description and type */
/** @typedef {{name: string, description: string, operations: Operation[]}} Subject */

const METHODS = ["get", "post", "put", "patch", "delete"];

/**
 * Return the operations of a description by its tags, in its order; a subject without any is left out.
 * @param {any} description
 * @returns {Subject[]}
 */
export function subjectsOf(description) {
  const operations = Object.entries(description.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ tags: item[method].tags ?? [], operation: operationOf(method, path, item[method]) })),
  );
  return (description.tags ?? [])
    .map((/** @type {any} */ { name, description: about = "" }) => ({
      name,
      description: about,
      operations: operations.filter(({ tags }) => tags.includes(name)).map(({ operation }) => operation),
    }))
    .filter((/** @type {Subject} */ subject) => subject.operations.length);
}

/** @param {string} method @param {string} path @param {any} item @returns {Operation} */
function operationOf(method, path, item) {
  return {
    id: item.operationId ?? `${method}-${path}`,
    method: method.toUpperCase(),
    path,
    summary: item.summary ?? "",
    description: item.description ?? "",
    parameters: (item.parameters ?? []).map((/** @type {any} */ parameter) => ({
      name: parameter.name,
      place: parameter.in,
      required: parameter.required ?? false,
      type: typeName(parameter.schema),
      description: parameter.description ?? "",
    })),
    body: contentType(item.requestBody),
    answers: Object.entries(item.responses ?? {}).map(([status, answer]) => [status, answer.description ?? "", contentType(answer)]),
  };
}

/** @param {any} message with a content, of a request or a response */
function contentType(message) {
  const [[kind, { schema }] = ["", {}]] = /** @type {[string, any][]} */ (Object.entries(message?.content ?? {}));
  return schema ? typeName(schema) : kind;
}

/**
 * Name a type: that of a schema with a name, else what it is made of.
 * @param {any} schema
 * @returns {string}
 */
export function typeName(schema) {
  if (!schema) return "";
  if (schema.$ref) return schema.$ref.split("/").pop();
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(" | ");
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return several.map(typeName).join(" | ");
  if (schema.type === "array") return `${typeName(schema.items) || "any"}[]`;
  return schema.type ?? "any";
}

/**
 * Return the fields of the schemas with names: name, type, whether it is required, description.
 * @param {any} description
 * @returns {{name: string, description: string, fields: Parameter[]}[]}
 */
export function schemasOf(description) {
  const schemas = /** @type {[string, any][]} */ (Object.entries(description.components?.schemas ?? {}));
  return schemas.map(([name, schema]) => ({
    name,
    description: schema.description ?? "",
    fields: Object.entries(schema.properties ?? {}).map(([field, value]) => ({
      name: field,
      place: "",
      required: (schema.required ?? []).includes(field),
      type: typeName(value),
      description: value.description ?? "",
    })),
  }));
}
