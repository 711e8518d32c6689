import { DomainError } from "@workspace-agent/core";
import type * as v from "valibot";

/** The query parameters of a route. Their schemas document them, and the service that receives them checks them by the same schemas. */
export interface QuerySpec<Query> {
  readonly entries: v.ObjectEntries;
  /** Converts texts to the types of the schemas. Throws `invalid_request` for an unknown, missing or inconvertible parameter. */
  parse(parameters: ReadonlyMap<string, string>): Query;
}

export function query<const Entries extends v.ObjectEntries>(
  entries: Entries,
): QuerySpec<v.InferInput<v.StrictObjectSchema<Entries, undefined>>> {
  const types = new Map(Object.entries(entries).map(([name, schema]) => [name, typeOf(schema)]));
  const required = Object.keys(entries).filter((name) => entries[name]?.type !== "optional");
  return {
    entries,
    parse(parameters) {
      const values: [string, unknown][] = [];
      for (const [name, text] of parameters) {
        const type = types.get(name);
        if (type === undefined) throw refused(name, "is not a known field");
        values.push([name, converted(name, type, text)]);
      }
      const missing = required.find((name) => !parameters.has(name));
      if (missing !== undefined) throw refused(missing, "is required");
      return Object.fromEntries(values) as v.InferInput<v.StrictObjectSchema<Entries, undefined>>;
    },
  };
}

function converted(name: string, type: string, text: string): unknown {
  if (type === "number") {
    if (/^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
    throw refused(name, "must be number");
  }
  if (type === "boolean") {
    if (text === "true" || text === "false") return text === "true";
    throw refused(name, "must be boolean");
  }
  return text;
}

function refused(name: string, detail: string): DomainError {
  return new DomainError("invalid_request", `The query parameter ${name} ${detail}.`);
}

/** The type that an optional schema wraps. A pipe has the type of its first schema. */
function typeOf(schema: object): string {
  if ("wrapped" in schema && typeof schema.wrapped === "object" && schema.wrapped !== null)
    return typeOf(schema.wrapped);
  return "type" in schema ? String(schema.type) : "";
}
