import { followed, type OpenApi, type Schema } from "../openapi/document.ts";
import type { Validator } from "../openapi/validator.ts";
import { isSchema, optionsOf, requiredSets } from "./schema-arbitrary.ts";

/** A value that a schema refuses, and its difference to a valid one. */
export interface Broken {
  readonly value: unknown;
  readonly why: string;
}

interface Mutation {
  readonly why: string;
  readonly replace: (whole: unknown) => unknown;
}

const OTHERS: readonly (readonly [name: string, value: unknown])[] = [
  ["a text", "a text"],
  ["a number", 17.5],
  ["a boolean", true],
  ["null", null],
  ["an array", []],
  ["an object", {}],
];
const DEEPEST = 6;

/** Single changes that make a valid value invalid: types, missing and extra members, bounds. */
export class Breaker {
  constructor(
    private readonly document: OpenApi,
    private readonly validator: Validator,
  ) {}

  /** One invalid variant of the value, chosen by a number; null if there is none. */
  break(schema: Schema, value: unknown, choice: number): Broken | null {
    const mutations = [...this.#mutations(schema, value, [])];
    for (let tried = 0; tried < mutations.length; tried++) {
      const mutation = mutations[(choice + tried) % mutations.length];
      if (mutation === undefined) return null;
      const broken = mutation.replace(value);
      if (!this.validator.accepts(schema, broken)) return { value: broken, why: mutation.why };
    }
    return null;
  }

  *#mutations(given: Schema, value: unknown, path: readonly string[]): Generator<Mutation> {
    const schema = followed(this.document, given);
    const at = path.length === 0 ? "the body" : path.join(".");
    const put = (why: string, next: unknown): Mutation => ({
      why: `${at} ${why}`,
      replace: (whole) => replaced(whole, path, next),
    });
    for (const [name, other] of OTHERS) yield put(`is ${name}`, other);
    for (const option of optionsOf(schema) ?? []) {
      if (path.length < DEEPEST) yield* this.#mutations(option, value, path);
    }
    if (typeof value === "string") {
      yield put("is another text", "no such choice \0");
      if (typeof schema["maxLength"] === "number")
        yield put("is too long", "y".repeat(schema["maxLength"] + 1));
      if (typeof schema["minLength"] === "number") yield put("is too short", "");
    }
    if (typeof value === "number") {
      for (const bound of ["minimum", "maximum"]) {
        const limit = schema[bound];
        if (typeof limit === "number")
          yield put(`is beyond its ${bound}`, limit + (bound === "minimum" ? -1 : 1));
      }
      yield put("is a fraction", value + 0.5);
    }
    if (Array.isArray(value)) {
      const { items, maxItems } = schema;
      const first: unknown = value[0];
      if (typeof maxItems === "number" && maxItems < 2000) {
        yield put(
          "has too many items",
          Array.from({ length: maxItems + 1 }, () => first ?? "x"),
        );
      }
      if (isSchema(items) && value.length > 0) yield* this.#mutations(items, first, [...path, "0"]);
      return;
    }
    if (isSchema(value)) yield* this.#ofObject(schema, value, path, put);
  }

  *#ofObject(
    schema: Schema,
    value: Schema,
    path: readonly string[],
    put: (why: string, next: unknown) => Mutation,
  ): Generator<Mutation> {
    const { properties, additionalProperties } = schema;
    yield put("has an unknown member", { ...value, nonsense: 1 });
    yield put(
      "has a reserved member",
      JSON.parse(`{"__proto__":{},${JSON.stringify(value).slice(1)}`.replace(",}", "}")),
    );
    const required = requiredSets(schema).filter((names) => names.length > 0);
    for (const name of new Set(required.flat())) {
      const { [name]: _, ...rest } = value;
      yield put(`lacks ${name}`, rest);
    }
    if (required.length > 1) {
      const choice = new Set(required.flat());
      const others = Object.entries(value).filter(([name]) => !choice.has(name));
      yield put("lacks all of which one has to be there", Object.fromEntries(others));
    }
    if (path.length >= DEEPEST) return;
    for (const [name, member] of Object.entries(value)) {
      const own = isSchema(properties) ? properties[name] : undefined;
      const inner = own ?? additionalProperties;
      if (isSchema(inner)) yield* this.#mutations(inner, member, [...path, name]);
    }
  }
}

function replaced(whole: unknown, path: readonly string[], next: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return next;
  if (Array.isArray(whole))
    return whole.map((item: unknown, index) => (String(index) === name ? replaced(item, rest, next) : item));
  if (!isSchema(whole)) return whole;
  return { ...whole, [name]: replaced(whole[name], rest, next) };
}
