import type { Middleware } from "@workspace-agent/core/tools";

/** An entry of the audit log of the host, without the content of messages. */
export interface AuditLine {
  readonly what: "turn begins" | "turn ends" | "call begins" | "call ends" | "call fails";
  readonly workspace: string;
  readonly turn: string;
  readonly tool?: string;
}

/** Only people may change files with this extension. */
const KEPT = /\.lock$/;

function pathOf(args: unknown): string {
  const path: unknown = typeof args === "object" && args !== null && "path" in args ? args.path : "";
  return typeof path === "string" ? path : "";
}

/** Logs each turn and tool call, and prevents agents from writing lock files. */
export function audit(write: (line: AuditLine) => Promise<void>): Middleware {
  return {
    beforeTurn: ({ workspaceId, turnId }) =>
      write({ what: "turn begins", workspace: workspaceId, turn: turnId }),
    afterTurn: ({ workspaceId, turnId }) =>
      write({ what: "turn ends", workspace: workspaceId, turn: turnId }),
    async wrapTool({ tool, args, caller }, next) {
      if (tool === "write" && KEPT.test(pathOf(args)))
        return { output: "Lock files are changed by people alone.", isError: true };
      const about = { workspace: caller.workspaceId, turn: caller.turnId, tool };
      await write({ what: "call begins", ...about });
      const result = await next();
      await write({ what: result.isError === true ? "call fails" : "call ends", ...about });
      return result;
    },
  };
}
