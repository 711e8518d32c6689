import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { expect, test } from "vitest";
import { testApi } from "../packages/http/src/test-api.test-support.ts";

const PROBLEM = {
  description: "A problem.",
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
};

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The document without what a client's types do not need: examples, response headers, each error of each operation. */
function forTypes(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((each) => forTypes(each));
  if (!isObject(value)) return value;
  const isResponses = key === "responses" && Object.keys(value).some((status) => /^\d{3}$/.test(status));
  const kept = Object.entries(value).filter(
    ([name, member]) =>
      !((name === "examples" || name === "example") && typeof member === "object") &&
      !(name === "headers" && typeof value["description"] === "string") &&
      // Combinations of fields need no type.
      !(name === "anyOf" && isObject(value["properties"])) &&
      !(key === "components" && (name === "responses" || name === "headers")) &&
      !(isResponses && /^[345]/.test(name)),
  );
  const cleaned = Object.fromEntries(kept.map(([name, member]) => [name, forTypes(member, name)]));
  return isResponses ? { ...cleaned, default: PROBLEM } : cleaned;
}

test("the client's types match the document (else: pnpm generate:client)", async () => {
  await using api = await testApi();
  const document = forTypes((await api.call("GET", "/api/docs/openapi.json")).json) as OpenAPI3;
  // Fields with a default are optional in a request.
  const types = astToString(await openapiTS(document, { defaultNonNullable: false }));
  const text = `// Made by pnpm generate:client from the OpenAPI document; not edited.\n\n${types}`;
  await expect(text).toMatchFileSnapshot("../packages/client/src/generated/schema.ts");
});
