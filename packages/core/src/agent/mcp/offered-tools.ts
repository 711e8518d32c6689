import type { JsonSchema } from "../../runtime/json.ts";
import type { McpTool } from "../../ports/mcp.ts";
import { cleanText } from "../../runtime/text.ts";

/** More of a description is no help to a model that pays for it in each step. */
const MAX_DESCRIPTION = 4_096;

type Redact = (text: string) => string;

/** A tool as a model may see it, before it has its whole name. */
export interface OfferedTool {
  /** As the server knows it. */
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly isReadOnly: boolean;
}

/** Schemas say the same words over and over. */
function remembering(redact: Redact): Redact {
  const known = new Map<string, string>();
  return (text) => {
    const told = known.get(text) ?? redact(text);
    known.set(text, told);
    return told;
  };
}

function offeredDescription(description: string, redact: Redact): string {
  const text = redact(cleanText(description)).trim();
  return text.length <= MAX_DESCRIPTION ? text : `${text.slice(0, MAX_DESCRIPTION).toWellFormed()} […]`;
}

/** A schema as providers take it, without secrets in its texts; null: one of its names cannot be told as it is. */
function offeredSchema({ $schema, ...schema }: JsonSchema, redact: Redact): JsonSchema | null {
  const told = (text: string) => redact(cleanText(text));
  const names = new Set<string>();
  const cleaned = JSON.parse(JSON.stringify({ ...schema, type: "object" }), (name, value: unknown) => {
    names.add(name);
    return typeof value === "string" ? told(value) : value;
  }) as JsonSchema;
  return [...names].every((name) => told(name) === name) ? cleaned : null;
}

function offer({ name, description, parameters, isReadOnly }: McpTool, redact: Redact): OfferedTool | null {
  const schema = offeredSchema(parameters, redact);
  // Another name in its place would not be the server's.
  if (schema === null || redact(name) !== name) return null;
  return { name, description: offeredDescription(description, redact), schema, isReadOnly };
}

/** The tools of servers without secrets and terminal escapes, made once for a list and a version of the config that holds the secrets. */
export class OfferedTools {
  private readonly made = new WeakMap<
    readonly McpTool[],
    { readonly configVersion: number; readonly offered: readonly OfferedTool[] }
  >();

  /** Those of a list that can be offered; the same array while neither the list nor the version is another. */
  of(tools: readonly McpTool[], configVersion: number, redact: Redact): readonly OfferedTool[] {
    const known = this.made.get(tools);
    if (known?.configVersion === configVersion) return known.offered;
    const once = remembering(redact);
    const offered = tools.flatMap((tool) => offer(tool, once) ?? []);
    this.made.set(tools, { configVersion, offered });
    return offered;
  }
}
