import type { Tool } from "@modelcontextprotocol/server";
import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";

/** What only code checks, and patterns, which tell a model less than the descriptions and are not the same in every dialect. */
const LEFT_OUT = ["check", "regex", "bytes", "min_bytes", "max_bytes"];

/** An object's wire schema as the protocol shows it, in the draft that clients of every revision of the protocol know. */
export function jsonSchema(schema: v.GenericSchema, typeMode: "input" | "output"): Tool["inputSchema"] {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    target: "draft-07",
    typeMode,
    ignoreActions: LEFT_OUT,
  });
  return JSON.parse(JSON.stringify({ type: "object", ...converted })) as Tool["inputSchema"];
}
