import fc from "fast-check";
import { followed, type OpenApi, type Schema } from "../openapi/document.ts";
import { plainText } from "./texts.ts";

/** Replaces a schema at a path in a body, such as `session_id` or `prompt.name`; null: use the schema. */
export type Hints = (place: readonly string[], schema: Schema) => fc.Arbitrary<unknown> | null;

const DEEPEST = 6;
const LARGEST = Number.MAX_SAFE_INTEGER;
/** The number of plain texts that are tried against a pattern. */
const SAMPLE = 20;

const numberAt = (schema: Schema, name: string): number | undefined => {
  const value = schema[name];
  return typeof value === "number" ? value : undefined;
};

export function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The alternative sets of required members; one set if a schema has no alternatives. */
export function requiredSets({ required, anyOf, type }: Schema): readonly (readonly string[])[] {
  const always = Array.isArray(required) ? (required as string[]) : [];
  if (type !== "object" || !Array.isArray(anyOf)) return [always];
  return (anyOf as Schema[]).map((option) => [...always, ...(option["required"] as string[])]);
}

/** The options of a union in any notation, or null. */
export function optionsOf(schema: Schema): readonly Schema[] | null {
  const options = schema["oneOf"] ?? (schema["type"] === "object" ? undefined : schema["anyOf"]);
  if (Array.isArray(options)) return options.filter(isSchema);
  const { type, ...rest } = schema;
  return Array.isArray(type) ? type.map((one: unknown) => ({ ...rest, type: one })) : null;
}

/** Generates values that a document's schemas accept. */
export class SchemaArbitraries {
  constructor(
    private readonly document: OpenApi,
    private readonly hints: Hints = () => null,
  ) {}

  of(given: Schema, place: readonly string[] = []): fc.Arbitrary<unknown> {
    const schema = followed(this.document, given);
    const hinted = this.hints(place, schema);
    if (hinted !== null) return hinted;
    if ("const" in schema) return fc.constant(schema["const"]);
    if (Array.isArray(schema["enum"])) return fc.constantFrom(...(schema["enum"] as unknown[]));
    const options = optionsOf(schema);
    if (options !== null) return fc.oneof(...options.map((option) => this.of(option, place)));
    switch (schema["type"]) {
      case "string":
        return textOf(schema);
      case "integer":
        return fc.integer({
          min: numberAt(schema, "minimum") ?? -1000,
          max: Math.min(numberAt(schema, "maximum") ?? 1000, LARGEST),
        });
      case "number":
        return this.#number(schema);
      case "boolean":
        return fc.boolean();
      case "null":
        return fc.constant(null);
      case "array":
        return this.#array(schema, place);
      case "object":
        return this.#object(schema, place);
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  }

  #number(schema: Schema): fc.Arbitrary<number> {
    const above = numberAt(schema, "exclusiveMinimum");
    const min = numberAt(schema, "minimum") ?? (above === undefined ? -1000 : above + 0.001);
    const max = numberAt(schema, "maximum") ?? 1000;
    return fc
      .double({ min, max, noNaN: true })
      .map((value) => Math.min(max, Math.max(min, Math.round(value * 1000) / 1000)));
  }

  #array(schema: Schema, place: readonly string[]): fc.Arbitrary<unknown> {
    const { items } = schema;
    if (!isSchema(items) || place.length > DEEPEST) return fc.constant([]);
    const minLength = numberAt(schema, "minItems") ?? 0;
    const maxLength = Math.min(numberAt(schema, "maxItems") ?? 3, minLength + 3);
    const item = this.of(items, [...place, "[]"]);
    return schema["uniqueItems"] === true
      ? fc.uniqueArray(item, { minLength, maxLength, comparator: "SameValueZero" })
      : fc.array(item, { minLength, maxLength });
  }

  #object(schema: Schema, place: readonly string[]): fc.Arbitrary<unknown> {
    const { properties, additionalProperties, propertyNames } = schema;
    const named = isSchema(properties) ? Object.entries(properties) : [];
    const isTooDeep = place.length > DEEPEST;
    const withMembers = (needed: readonly string[]) => {
      const kept = named.filter(([name]) => needed.includes(name) || !isTooDeep);
      const members = kept.map(([name, member]) => [name, this.of(member as Schema, [...place, name])]);
      return fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>, {
        requiredKeys: [...needed],
        noNullPrototype: true,
      });
    };
    const own = fc.oneof(...requiredSets(schema).map(withMembers));
    if (!isSchema(additionalProperties) || isTooDeep) return own;
    const name = isSchema(propertyNames) ? this.of(propertyNames, [...place, "{name}"]) : plainText(1, 12);
    const others = fc.dictionary(
      name as fc.Arbitrary<string>,
      this.of(additionalProperties, [...place, "{}"]),
      {
        maxKeys: Math.min(numberAt(schema, "maxProperties") ?? 3, 3),
        noNullPrototype: true,
      },
    );
    return fc.tuple(others, own).map(([other, mine]) => ({ ...other, ...mine }));
  }
}

function textOf(schema: Schema): fc.Arbitrary<string> {
  const { format, pattern } = schema;
  const min = numberAt(schema, "minLength") ?? 0;
  const max = numberAt(schema, "maxLength") ?? 4096;
  switch (format) {
    case "date-time":
      return fc
        .date({ min: new Date("2027-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
        .map((date) => date.toISOString());
    case "uri":
      return fc.webUrl({ validSchemes: ["https"], withFragments: false });
    case "byte":
      return fc.base64String();
    default:
  }
  const plain = plainText(min, max);
  if (typeof pattern !== "string") return plain;
  const shape = new RegExp(pattern, "u");
  const fits = (text: string) => text.length >= min && text.length <= max && shape.test(text);
  const sample = fc.sample(plain, { seed: 1, numRuns: SAMPLE });
  return sample.filter(fits).length > SAMPLE / 4
    ? plain.filter(fits)
    : fc.stringMatching(new RegExp(withoutExceptions(pattern), "u"), { size: "-1" }).filter(fits);
}

/** A pattern without the `(?!…)` at its beginning, which cannot generate texts: excluded texts are filtered out afterwards. */
function withoutExceptions(pattern: string): string {
  const START = "^(?!";
  if (!pattern.startsWith(START)) return pattern;
  let depth = 1;
  let at = START.length;
  for (; depth > 0 && at < pattern.length; at++)
    if (pattern[at] === "(") depth += 1;
    else if (pattern[at] === ")") depth -= 1;
  return `^${pattern.slice(at)}`;
}
