import { detailOf } from "@workspace-agent/core/internal";
import { DomainError } from "@workspace-agent/core";
import * as v from "valibot";

/** The query parameters of a route, validated and documented by their schemas. */
export interface QuerySpec<Query> {
  readonly entries: v.ObjectEntries;
  /** Throws `invalid_request` for an unknown, missing or invalid parameter. */
  parse(parameters: ReadonlyMap<string, string>): Query;
}

export function query<const Entries extends v.ObjectEntries>(
  entries: Entries,
): QuerySpec<v.InferOutput<v.StrictObjectSchema<Entries, undefined>>> {
  const schema = v.strictObject(entries);
  return {
    entries,
    parse(parameters) {
      const input = Object.fromEntries(
        [...parameters].map(([name, text]) => [name, coerced(entries[name], text)]),
      );
      const result = v.safeParse(schema, input);
      if (result.success) return result.output;
      const [issue] = result.issues;
      const name = String(issue.path?.[0].key);
      throw new DomainError("invalid_request", `The query parameter ${name} ${detailOf(issue)}.`);
    },
  };
}

/** Query values are strings; numbers and booleans are parsed where the schema expects them. */
function coerced(schema: unknown, text: string): unknown {
  const type = baseType(schema);
  if (type === "number" && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

function baseType(schema: unknown): unknown {
  if (typeof schema !== "object" || schema === null) return undefined;
  if ("wrapped" in schema) return baseType(schema.wrapped);
  return "type" in schema ? schema.type : undefined;
}
