import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { McpError } from "@workspace-agent/core/ports";

/** More tools than anybody offers, so that it is seen that there are more. */
const MAX_LISTED_TOOLS = 256;
/** Of all pages of a list together. */
const MAX_LISTED_CHARACTERS = 8_388_608;

/** Null: it is nested deeper than anybody can read. */
function sizeOf(value: unknown): number | null {
  try {
    return JSON.stringify(value).length;
  } catch {
    return null;
  }
}

/** What a client would keep of a tool's description: not its output schema, icons and whatever else there is. */
function kept(tool: unknown): unknown {
  if (typeof tool !== "object" || tool === null) return tool;
  const wanted = ["name", "description", "inputSchema", "annotations", "execution"];
  return Object.fromEntries(Object.entries(tool).filter(([key]) => wanted.includes(key)));
}

/**
 * Cuts lists of tools as they come, before a client gathers their pages: the first tools, and no further page once there are enough.
 * One that is nested too deep is left out. Lists are read one at a time.
 */
export class ListBound {
  private tools = 0;
  private characters = 0;

  /** Changes a message that is a page of a list. */
  bound(message: JSONRPCMessage): void {
    // Of all results only a list has `tools`.
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

  /** The next page is the first of a list. */
  begin(): void {
    this.tools = 0;
    this.characters = 0;
  }

  /** Throws `too_large` for the list that was read. */
  end(): void {
    const { isTooLarge } = this;
    // The client may read a list of its own accord.
    this.begin();
    if (isTooLarge) throw new McpError("too_large", "Its list of tools is longer than 8 MiB.");
  }
}
