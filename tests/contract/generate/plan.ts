import fc from "fast-check";
import type { OpenApi, Operation, Parameter, Schema } from "../openapi/document.ts";
import { followed, isForUsers } from "../openapi/document.ts";
import { QUEUED } from "../world/makers.ts";
import { TAR_GZ, ZIP } from "./archives.ts";
import { AGAINST, hintsFor, NEW_PATHS, oneTimetable, pickOf } from "./hints.ts";
import { isSchema, SchemaArbitraries } from "./schema-arbitrary.ts";

/** A body before its picks are known. */
export interface PlannedBody {
  readonly type: string;
  readonly schema: Schema;
  /** One value as JSON, one a line, or bytes as they are. */
  readonly form: "json" | "lines" | "bytes";
  readonly value: unknown;
}

/** A valid request to an operation, with picks instead of existing things. */
export interface Plan {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: PlannedBody | null;
  readonly asUser: boolean;
  /** As `HEAD` where it is `GET`. */
  readonly asHead: boolean;
}

/** Placeholders for the `ETag` of the address when the request is sent, and the cursor of its second page. */
export const CURRENT_ETAG = Symbol("etag");
export const NEXT_CURSOR = Symbol("cursor");

const PRINTABLE = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 24,
});
const CONDITION = fc.constantFrom<unknown>(CURRENT_ETAG, CURRENT_ETAG, "*", '"other"', 'W/"weak", "other"');

const HEADERS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  "if-match": CONDITION,
  "if-none-match": CONDITION,
  "idempotency-key": fc.oneof(PRINTABLE, fc.constantFrom("key 1", "key 2")),
  "last-event-id": fc.constantFrom("0", "1", "2"),
  "if-modified-since": fc.constantFrom("Sat, 31 Jan 2026 12:00:00 GMT", "Thu, 01 Jan 1970 00:00:00 GMT"),
  "if-range": fc.constantFrom<unknown>(CURRENT_ETAG, '"other"'),
  range: fc.constantFrom("bytes=0-1", "bytes=-2", "bytes=1-", "bytes=0-"),
  "x-request-id": fc.constantFrom("one", "a.b-c_d"),
  traceparent: fc.constant("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
};

/** The path before a parameter: the collection of which the parameter names a member. */
function collectionOf(path: string, name: string): string {
  return path.slice(0, path.indexOf(`/{${name}}`));
}

function pathParameter({ path, method }: Operation, { name }: Parameter): fc.Arbitrary<unknown> {
  // Only queued turns can be changed.
  if (name === "turn_id" && method !== "GET") return pickOf(QUEUED, "id");
  const collection = collectionOf(path, name);
  if (name !== "ref") return pickOf(collection, "id");
  const byName = pickOf(collection, "name");
  // A PUT creates what does not exist; the generated archive has a skill of one name.
  if (method === "PUT") return fc.oneof(byName, fc.constantFrom("put-1", "packed"));
  return fc.oneof(byName, pickOf(collection, "id"));
}

function queryParameter(
  document: OpenApi,
  operation: Operation,
  parameter: Parameter,
): fc.Arbitrary<unknown> {
  const { path, method } = operation;
  switch (parameter.name) {
    case "path":
      if (method === "PUT" || (method === "POST" && path.endsWith("dirs"))) return NEW_PATHS;
      return /\/(?:dirs|afs-dirs|zip)/.test(path)
        ? fc.oneof(fc.constant(""), pickOf(path, "path"))
        : pickOf(path, "path");
    case "cursor":
      return fc.constant(NEXT_CURSOR);
    case "session_id":
      return pickOf("/api/workspaces/{id}/sessions", "id");
    case "against":
      return AGAINST;
    case "after":
      return fc.constantFrom(0, 1, 2);
    default:
      return new SchemaArbitraries(document).of(parameter.schema, [parameter.name]);
  }
}

/** Required ones always, the others sometimes. */
function parameters(
  operation: Operation,
  where: Parameter["in"],
  arbitraryOf: (parameter: Parameter) => fc.Arbitrary<unknown>,
  share: number,
): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const chosen = operation.parameters.filter((parameter) => parameter.in === where);
  const each = chosen.map((parameter) => {
    const value = arbitraryOf(parameter);
    return parameter.required
      ? value
      : fc.oneof(
          { weight: share, arbitrary: value },
          { weight: 10 - share, arbitrary: fc.constant(undefined) },
        );
  });
  return fc
    .tuple(...each)
    .map((values) =>
      Object.fromEntries(
        chosen
          .map(({ name }, index): [string, unknown] => [name, values[index]])
          .filter(([, value]) => value !== undefined),
      ),
    );
}

/** An archive if the type says so, else any bytes. */
function bytesOfType(type: string): fc.Arbitrary<unknown> {
  if (/gzip|tar/.test(type)) return fc.constant(TAR_GZ);
  return type.includes("zip") ? fc.constant(ZIP) : fc.uint8Array({ maxLength: 64 });
}

function bodyOf(document: OpenApi, { path, requestBody }: Operation): fc.Arbitrary<PlannedBody | null> {
  if (requestBody === undefined) return fc.constant(null);
  const arbitraries = new SchemaArbitraries(document, hintsFor(path));
  const choices = Object.entries(requestBody.content).map(([type, { schema }]) => {
    const isJson = /^application\/(.+\+)?json$/.test(type);
    const { schema: asJson = {} } = requestBody.content["application/json"] ?? {};
    const lines = type === "application/x-ndjson" ? linesOf(document, arbitraries, schema, asJson) : null;
    const form: PlannedBody["form"] = isJson ? "json" : lines === null ? "bytes" : "lines";
    const value = isJson ? oneTimetable(path, arbitraries.of(schema)) : (lines ?? bytesOfType(type));
    return value.map((value): PlannedBody => ({ type, schema, form, value }));
  });
  return fc.oneof(...choices);
}

/** The elements of the array that the same operation takes as JSON, or its object without `items`, and then those; null if it takes neither. */
function linesOf(
  document: OpenApi,
  arbitraries: SchemaArbitraries,
  schema: Schema,
  asJson: Schema,
): fc.Arbitrary<readonly unknown[]> | null {
  const { properties } = followed(document, asJson);
  if (isSchema(properties) && "items" in properties)
    return arbitraries.of(asJson).map((value) => {
      const { items, ...head } = value as { readonly items: readonly unknown[] };
      return [head, ...items];
    });
  const lineSchema = itemOf(document, schema) ?? itemOf(document, asJson);
  return lineSchema === null ? null : fc.array(arbitraries.of(lineSchema), { maxLength: 5 });
}

/** The schema of one line of NDJSON, from a schema of all lines or of one; null if the document has none. */
function itemOf(document: OpenApi, schema: Schema): Schema | null {
  const { items, type, $ref, anyOf, oneOf } = { ...schema, ...followed(document, schema) };
  if (isSchema(items)) return items;
  return type === "object" || anyOf !== undefined || oneOf !== undefined || typeof $ref === "string"
    ? schema
    : null;
}

function acceptOf({ responses }: Operation): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const types = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, { content = {} }]) => Object.keys(content));
  const none = fc.constant({});
  return types.length < 2 ? none : fc.oneof(none, ...types.map((accept) => fc.constant({ accept })));
}

/** Valid requests to an operation, as the document describes it. */
export function planOf(document: OpenApi, operation: Operation): fc.Arbitrary<Plan> {
  return fc.record({
    operation: fc.constant(operation),
    path: parameters(operation, "path", (parameter) => pathParameter(operation, parameter), 10),
    query: parameters(operation, "query", (parameter) => queryParameter(document, operation, parameter), 3),
    headers: fc
      .tuple(
        acceptOf(operation),
        parameters(operation, "header", ({ name }) => HEADERS[name.toLowerCase()] ?? PRINTABLE, 2),
      )
      .map(([accept, others]) => ({ ...accept, ...others })),
    body: bodyOf(document, operation),
    asUser: isForUsers(operation) ? fc.constant(true) : fc.boolean(),
    asHead: operation.method === "GET" ? fc.nat({ max: 7 }).map((n) => n === 0) : fc.constant(false),
  });
}
