import { readFile } from "node:fs/promises";
import type { JsonSchema } from "@workspace-agent/client";
import { CommandError, EXIT } from "./exit-codes.ts";
import { failureText } from "./failure.ts";

/** The JSON Schema in the file of `--json-schema`. */
export async function schemaOfFile(file: string): Promise<JsonSchema> {
  let schema: unknown;
  try {
    schema = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    throw new CommandError(`--json-schema ${file}: ${failureText(error)}`, EXIT.usage);
  }
  if (typeof schema !== "object" || schema === null || Array.isArray(schema))
    throw new CommandError(`--json-schema ${file}: the schema has to be a JSON object.`, EXIT.usage);
  return { ...schema };
}
