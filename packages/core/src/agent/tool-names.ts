import { SUBMIT_OUTPUT } from "../domain/sessions/output-limits.ts";
import type { Tool } from "./tool.ts";

/** The names that providers accept. */
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const OF_SERVERS = "mcp__";

/** Checks the names of a host's own tools: unique, accepted by providers, and without the prefix of MCP tools. Throws an `Error` otherwise. */
export function checkToolNames(tools: readonly Tool[]): void {
  const seen = new Set<string>();
  for (const { name } of tools) {
    if (!NAME.test(name))
      throw new Error(
        `The tool name ${JSON.stringify(name)} is not valid. Use 1 to 64 letters, digits, _ and -.`,
      );
    if (name.startsWith(OF_SERVERS))
      throw new Error(`The tool name ${name} starts with ${OF_SERVERS}, which is reserved for MCP servers.`);
    if (name === SUBMIT_OUTPUT)
      throw new Error(`The tool name ${name} is reserved for the output of turns. Rename the tool.`);
    if (seen.has(name)) throw new Error(`Two tools are named ${name}. Rename one of them.`);
    seen.add(name);
  }
}
