import type { Tool } from "@modelcontextprotocol/server";
import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";

/** Left out: checks that JSON Schema cannot express, and patterns, which help models less than descriptions and differ between dialects. */
const LEFT_OUT = ["check", "regex", "bytes", "min_bytes", "max_bytes"];

/** Converts an object schema to the JSON Schema draft that clients of all protocol revisions support. */
export function jsonSchema(schema: v.GenericSchema, typeMode: "input" | "output"): Tool["inputSchema"] {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    target: "draft-07",
    typeMode,
    ignoreActions: LEFT_OUT,
  });
  return JSON.parse(JSON.stringify({ type: "object", ...converted })) as Tool["inputSchema"];
}
