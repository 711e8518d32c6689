import type { Logger } from "../../ports/logger.ts";
import type { Tool } from "../tool.ts";
import { mcpTool } from "./mcp-tool.ts";
import type { McpLink } from "./mcp-link.ts";
import { offeredTools } from "./offered-tools.ts";
import { serverLines } from "./server-lines.ts";
import { toolNames } from "./tool-names.ts";

/** The MCP servers of a turn. */
export interface TurnServers {
  /** The section of the system prompt, or null. */
  readonly lines: string | null;
  /** The current tools of the servers. The same array until a list changes. */
  tools(): readonly Tool[];
}

const noTools: readonly Tool[] = [];

export const noServers: TurnServers = { lines: null, tools: () => noTools };

export type TurnLinks = readonly (readonly [server: string, link: McpLink])[];

interface TurnServersOptions {
  readonly links: TurnLinks;
  /** Removes the workspace's secrets from a text. */
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

function makeTools(options: TurnServersOptions): readonly Tool[] {
  const { links, redact, trustsReadOnlyHints, logger } = options;
  const listed = links.flatMap(([server, link]) => {
    if (link.tools === null) return [];
    const tools = offeredTools(link.tools, redact);
    if (tools.length < link.tools.length)
      logger.warn(
        { server, tools: link.tools.length - tools.length },
        "tools of an MCP server repeat a secret or an escape in a name, and are not offered",
      );
    return tools.map((tool) => ({ server, name: tool.name, link, tool }));
  });
  const names = toolNames(listed);
  return listed.map(({ server, link, tool }, index) =>
    mcpTool({
      name: names[index] ?? "",
      server,
      link,
      tool,
      isReadOnly: trustsReadOnlyHints && tool.isReadOnly,
    }),
  );
}
