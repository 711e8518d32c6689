import { toJsonSchemaDefs } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { mapValues } from "../map-values.ts";
import { COMPONENT_SCHEMAS, conversion, type Direction } from "./conversion.ts";
import type { Schema } from "../openapi-document.ts";
import { polish } from "./polish.ts";

/** The unnamed schemas of operations. */
export interface UsedSchemas {
  readonly requests: readonly v.GenericSchema[];
  readonly responses: readonly v.GenericSchema[];
}

export interface ConvertedSchemas {
  readonly components: Readonly<Record<string, Schema>>;
  /** The schema for requests; a reference if it has a name. */
  readonly request: (schema: v.GenericSchema) => Schema;
  /** The schema for responses, which contain every field with a default. */
  readonly response: (schema: v.GenericSchema) => Schema;
}

/**
 * Converts the named schemas that are used, and unnamed ones. A named schema that is used in both directions and differs between them gets
 * a second name for requests: `<Name>Input`.
 */
export function convertSchemas(
  named: Readonly<Record<string, v.GenericSchema>>,
  used: UsedSchemas,
): ConvertedSchemas {
  const sent = convertFor("request", named, used.requests);
  const answered = convertFor("response", named, used.responses);
  const differing = differingNames(sent.named, answered.named);
  const both = new Set([...differing].filter((name) => sent.reached.has(name) && answered.reached.has(name)));
  for (const name of both) {
    if (`${name}Input` in named) throw new Error(`The name ${name}Input is taken.`);
  }
  const asSent = (schema: Schema) => renamed(schema, (name) => (both.has(name) ? `${name}Input` : name));
  const components = Object.keys(named).flatMap((name): [string, Schema][] => {
    const answer = answered.reached.has(name) ? answered.named[name] : undefined;
    const input = sent.reached.has(name) ? sent.named[name] : undefined;
    if (input === undefined) return answer === undefined ? [] : [[name, answer]];
    if (both.has(name) && answer !== undefined) {
      return [
        [name, answer],
        [`${name}Input`, asSent(input)],
      ];
    }
    return [[name, asSent(input)]];
  });
  return {
    components: Object.fromEntries(components),
    request: (schema) => asSent(sent.of(schema)),
    response: answered.of,
  };
}

interface OneDirection {
  readonly named: Readonly<Record<string, Schema>>;
  /** The names that unnamed schemas reference. */
  readonly reached: ReadonlySet<string>;
  readonly of: (schema: v.GenericSchema) => Schema;
}

function convertFor(
  direction: Direction,
  named: Readonly<Record<string, v.GenericSchema>>,
  inline: readonly v.GenericSchema[],
): OneDirection {
  const names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]));
  const unnamed = [...new Set(inline)].filter((schema) => !names.has(schema));
  const keys = new Map(unnamed.map((schema, index) => [schema, `inline-${index}`]));
  // Copies, because the schema itself may be part of another one without having a name.
  const copies = Object.fromEntries([...keys].map(([schema, key]) => [key, { ...schema }]));
  const definitions = toJsonSchemaDefs({ ...named, ...copies }, conversion(direction));
  const converted = mapValues(definitions as Record<string, Schema>, (schema) => polish(schema));
  const of = (schema: v.GenericSchema): Schema => {
    const name = names.get(schema);
    return name === undefined
      ? (converted[keys.get(schema) ?? ""] ?? {})
      : { $ref: COMPONENT_SCHEMAS + name };
  };
  return { named: converted, reached: reachedFrom(inline.map(of), converted), of };
}

function namesIn(schema: unknown): readonly string[] {
  const found = JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([A-Za-z]+)"/g);
  return [...found].map(([, name = ""]) => name);
}

function reachedFrom(
  roots: readonly Schema[],
  converted: Readonly<Record<string, Schema>>,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (schema: unknown) => {
    for (const name of namesIn(schema)) {
      if (reached.has(name)) continue;
      reached.add(name);
      visit(converted[name]);
    }
  };
  visit(roots);
  return reached;
}

/** Names whose schemas differ between the directions, or reference one that does. */
function differingNames(
  sent: Readonly<Record<string, Schema>>,
  answered: Readonly<Record<string, Schema>>,
): ReadonlySet<string> {
  const isSame = (name: string) => JSON.stringify(sent[name]) === JSON.stringify(answered[name]);
  const unlike = new Set(Object.keys(sent).filter((name) => !isSame(name)));
  const leadsToUnlike = (name: string) =>
    [...reachedFrom([sent[name] ?? {}], sent)].some((below) => unlike.has(below));
  return new Set(Object.keys(sent).filter((name) => unlike.has(name) || leadsToUnlike(name)));
}

function renamed(schema: Schema, rename: (name: string) => string): Schema {
  const text = JSON.stringify(schema).replace(
    /"#\/components\/schemas\/([A-Za-z]+)"/g,
    (_, name: string) => `"${COMPONENT_SCHEMAS}${rename(name)}"`,
  );
  return JSON.parse(text) as Schema;
}
