import type { Logger } from "../../ports/logger.ts";
import type { Tool } from "../tool.ts";
import { mcpTool } from "./mcp-tool.ts";
import type { McpLink } from "./mcp-link.ts";
import { serverLines } from "./server-lines.ts";
import { toolNames } from "./tool-names.ts";

/** So many tools of one server are offered: the first. */
const MAX_TOOLS = 128;

/** The MCP servers of a workspace as a turn sees them. */
export interface TurnServers {
  /** What the system prompt says of them; null: nothing. */
  readonly lines: string | null;
  /** As the servers have them now, sorted by name; the same array while nothing has changed. */
  tools(): readonly Tool[];
}

export const noServers: TurnServers = { lines: null, tools: () => [] };

export interface TurnServersOptions {
  readonly links: readonly (readonly [server: string, link: McpLink])[];
  /** Takes the workspace's secrets out. */
  readonly redact: (text: string) => string;
  readonly trustsReadOnlyHints: boolean;
  readonly logger: Logger;
}

export function turnServers(options: TurnServersOptions): TurnServers {
  const { links, redact } = options;
  const notes = links.map(([server, { tools, instructions, failure }]) => ({
    server,
    instructions,
    failure: tools === null ? (failure ?? "It has not answered yet.") : null,
  }));
  let seen: readonly unknown[] | null = null;
  let made: readonly Tool[] = [];
  return {
    lines: serverLines(notes, redact),
    tools() {
      const lists = links.map(([, { tools }]) => tools);
      if (seen === null || lists.some((list, index) => list !== seen?.[index])) made = makeTools(options);
      seen = lists;
      return made;
    },
  };
}

function makeTools({ links, redact, trustsReadOnlyHints, logger }: TurnServersOptions): readonly Tool[] {
  const listed = links.flatMap(([server, link]) => {
    const tools = link.tools ?? [];
    if (tools.length > MAX_TOOLS)
      logger.warn({ server, tools: tools.length }, "an MCP server has more tools than are offered");
    return tools.slice(0, MAX_TOOLS).map((tool) => ({ server, name: tool.name, link, tool }));
  });
  const names = toolNames(listed);
  const tools = listed.flatMap(({ server, link, tool }, index) => {
    const name = names[index] ?? "";
    const isReadOnly = trustsReadOnlyHints && tool.isReadOnly;
    const offered = mcpTool({ name, server, link, tool, isReadOnly, redact });
    if (offered === null)
      logger.warn({ server, tool: name }, "a tool of an MCP server has too large a schema");
    return offered === null ? [] : [offered];
  });
  return tools.sort((a, b) => (a.name < b.name ? -1 : 1));
}
