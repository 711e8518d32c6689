import type { JsonSchema } from "../../runtime/json.ts";
import type { McpTool } from "../../ports/mcp.ts";
import { cleanText } from "../../runtime/text.ts";
import type { Tool } from "../tool.ts";

/** A longer description costs tokens in each step and does not help the model. */
const MAX_DESCRIPTION = 4_096;

type Redact = (text: string) => string;

/** A tool as a model may see it, before its name gets the server's prefix: `name` is as the server knows it. */
export type OfferedTool = Pick<Tool, "name" | "description" | "schema" | "isReadOnly">;

function offeredDescription(description: string, redact: Redact): string {
  const text = redact(cleanText(description)).trim();
  return text.length <= MAX_DESCRIPTION ? text : `${text.slice(0, MAX_DESCRIPTION).toWellFormed()} […]`;
}

/** A schema as providers accept it, without secrets in its texts. Null: a property name contains a secret or an escape. */
function offeredSchema({ $schema, ...schema }: JsonSchema, redact: Redact): JsonSchema | null {
  const clean = (text: string) => redact(cleanText(text));
  const names = new Set<string>();
  const cleaned = JSON.parse(JSON.stringify({ ...schema, type: "object" }), (name, value: unknown) => {
    names.add(name);
    return typeof value === "string" ? clean(value) : value;
  }) as JsonSchema;
  return [...names].every((name) => clean(name) === name) ? cleaned : null;
}

function offer({ name, description, parameters, isReadOnly }: McpTool, redact: Redact): OfferedTool | null {
  const schema = offeredSchema(parameters, redact);
  // The server would not know a changed name.
  if (schema === null || redact(name) !== name) return null;
  return { name, description: offeredDescription(description, redact), schema, isReadOnly };
}

/** The tools of a server that can be offered, without secrets and terminal escapes. */
export function offeredTools(tools: readonly McpTool[], redact: Redact): readonly OfferedTool[] {
  return tools.flatMap((tool) => offer(tool, redact) ?? []);
}
