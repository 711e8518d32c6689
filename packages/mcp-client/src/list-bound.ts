import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { McpError } from "@workspace-agent/core/ports";

/** More tools than are offered, so that the surplus is noticed. */
const MAX_LISTED_TOOLS = 256;
/** For all pages of a list together. */
const MAX_LISTED_CHARACTERS = 8_388_608;

/** Null if the value is nested too deep. */
function sizeOf(value: unknown): number | null {
  try {
    return JSON.stringify(value).length;
  } catch {
    return null;
  }
}

/** A tool without members that are not used, such as its output schema and icons. */
function kept(tool: unknown): unknown {
  if (typeof tool !== "object" || tool === null) return tool;
  const wanted = ["name", "description", "inputSchema", "annotations", "execution"];
  return Object.fromEntries(Object.entries(tool).filter(([key]) => wanted.includes(key)));
}

/**
 * Limits lists of tools as they arrive, before the client collects their pages: keeps the first tools and stops after enough pages. Drops
 * tools that are nested too deep. Lists are read one at a time.
 */
export class ListBound {
  private tools = 0;
  private characters = 0;

  /** Limits a message in place if it is a page of a list. */
  bound(message: JSONRPCMessage): void {
    // Only lists have `tools`.
    if (!("result" in message) || !Array.isArray(message.result["tools"])) return;
    const { result } = message;
    const taken: unknown[] = [];
    for (const tool of result["tools"] as readonly unknown[]) {
      if (this.isFull) break;
      const own = kept(tool);
      const size = sizeOf(own);
      if (size === null) continue;
      this.tools += 1;
      this.characters += size;
      if (!this.isTooLarge) taken.push(own);
    }
    result["tools"] = taken;
    if (this.isFull) delete result["nextCursor"];
  }

  private get isFull(): boolean {
    return this.tools >= MAX_LISTED_TOOLS || this.isTooLarge;
  }

  private get isTooLarge(): boolean {
    return this.characters > MAX_LISTED_CHARACTERS;
  }

  /** Starts a new list. */
  begin(): void {
    this.tools = 0;
    this.characters = 0;
  }

  /** Ends a list. Throws `too_large` if it was too long. */
  end(): void {
    const { isTooLarge } = this;
    // The client may read a list on its own.
    this.begin();
    if (isTooLarge) throw new McpError("too_large", "Its list of tools is longer than 8 MiB.");
  }
}
