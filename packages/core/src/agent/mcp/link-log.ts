import { DomainError } from "../../domain/errors/domain-error.ts";
import type { Logger } from "../../ports/logger.ts";
import { McpError } from "../../ports/mcp.ts";
import { failureText } from "./failure-text.ts";
import type { LeftOut } from "./listed-tools.ts";

export function toMcpError(error: unknown): McpError {
  if (McpError.isInstance(error)) return error;
  if (DomainError.isInstance(error)) return new McpError("unreachable", error.detail, { cause: error });
  return new McpError("failed", "The connection failed for a reason of its own.", { cause: error });
}

export interface LinkLogOptions {
  readonly server: string;
  readonly workspaceId: string;
  readonly logger: Logger;
  /** Takes the workspace's secrets out of what is logged and told. */
  readonly redact: () => Promise<(text: string) => string>;
}

/** What the host's log says of one server: a server may repeat what it was sent, so no word of it is logged as it is. */
export class LinkLog {
  private lastLeftOut = "";

  constructor(private readonly options: LinkLogOptions) {}

  /** Says why something failed, unless nobody is to know of it, and returns what may be shown. Never rejects. */
  async warn(caught: unknown, message: string, isHeard: () => boolean): Promise<string> {
    const { kind, message: said } = toMcpError(caught);
    const reason = await this.withoutSecrets(said);
    const { server, workspaceId, logger } = this.options;
    if (isHeard()) logger.warn({ server, workspace_id: workspaceId, kind, reason }, message);
    return reason;
  }

  /** Says once what is not offered of a list. */
  leftOut(counts: LeftOut): void {
    const { server, workspaceId, logger } = this.options;
    const told = JSON.stringify(counts);
    if (told !== this.lastLeftOut && Object.values(counts).some((count) => count > 0))
      logger.warn(
        { server, workspace_id: workspaceId, ...counts },
        "an MCP server has tools that are not offered",
      );
    this.lastLeftOut = told;
  }

  private async withoutSecrets(text: string): Promise<string> {
    try {
      return failureText(text, await this.options.redact());
    } catch {
      // What cannot be freed of secrets is not told.
      return "It failed.";
    }
  }
}
