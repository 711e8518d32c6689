import { DomainError } from "../../domain/errors/domain-error.ts";
import type { Logger } from "../../ports/logger.ts";
import { McpError } from "../../ports/mcp.ts";
import { failureText } from "./failure-text.ts";
import type { LeftOut } from "./listed-tools.ts";

export function toMcpError(error: unknown): McpError {
  if (McpError.isInstance(error)) return error;
  if (DomainError.isInstance(error)) return new McpError("unreachable", error.detail, { cause: error });
  return new McpError("failed", "The connection failed for an internal reason.", { cause: error });
}

export interface LinkLogOptions {
  readonly server: string;
  readonly workspaceId: string;
  readonly logger: Logger;
  /** Returns what redacts the workspace's secrets. */
  readonly redact: () => Promise<(text: string) => string>;
}

/** Logs about one server. A server may repeat what it was sent, so its texts are redacted. */
export class LinkLog {
  private lastLeftOut = "";

  constructor(private readonly options: LinkLogOptions) {}

  /** Logs why something failed if `isLogged`, and returns the redacted reason. Never rejects. */
  async warn(caught: unknown, message: string, isLogged: () => boolean): Promise<string> {
    const { kind, message: said } = toMcpError(caught);
    const reason = await this.withoutSecrets(said);
    const { server, workspaceId, logger } = this.options;
    if (isLogged()) logger.warn({ server, workspace_id: workspaceId, kind, reason }, message);
    return reason;
  }

  /** Logs once which tools of a list are not offered. */
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
      // A text that cannot be redacted is not shown.
      return "It failed.";
    }
  }
}
