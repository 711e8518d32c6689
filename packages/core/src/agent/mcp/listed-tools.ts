import type { McpTool } from "../../ports/mcp.ts";
import { isDeeper } from "../../runtime/json.ts";

/** The most tools of one server. The others are not offered. */
export const MAX_TOOLS = 128;
/** A larger schema costs tokens in each step and does not help the model. */
export const MAX_SCHEMA = 32_768;
/** All schemas of one server together. */
const MAX_SCHEMAS = 524_288;
/** Of a schema, in levels. */
const MAX_DEPTH = 64;
/** Longer than what is shown, because it is cut after redaction. */
const KEPT_DESCRIPTION = 16_384;

/** How many tools of a list are not offered, by reason. */
export interface LeftOut {
  readonly duplicates: number;
  readonly too_many: number;
  readonly too_large: number;
}

export interface ListedTools {
  readonly tools: readonly McpTool[];
  readonly leftOut: LeftOut;
}

function sizeOf({ parameters }: McpTool): number {
  return isDeeper(parameters, MAX_DEPTH) ? Infinity : JSON.stringify(parameters).length;
}

/** Limits a list of any length: keeps the first tool of each name, up to the limits. */
export function listedTools(listed: readonly McpTool[]): ListedTools {
  const tools = new Map<string, McpTool>();
  const leftOut = { duplicates: 0, too_many: 0, too_large: 0 };
  let size = 0;
  for (const tool of listed) {
    if (tools.has(tool.name)) leftOut.duplicates += 1;
    else if (tools.size >= MAX_TOOLS) leftOut.too_many += 1;
    else {
      const own = sizeOf(tool);
      if (own > MAX_SCHEMA || size + own > MAX_SCHEMAS) {
        leftOut.too_large += 1;
        continue;
      }
      size += own;
      const { name, description, parameters, isReadOnly } = tool;
      tools.set(name, {
        name,
        description: description.slice(0, KEPT_DESCRIPTION),
        parameters,
        isReadOnly,
      });
    }
  }
  return { tools: [...tools.values()], leftOut };
}
