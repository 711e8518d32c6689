import { OPERATIONS } from "@workspace-agent/core/internal";
import type { Turn, McpAccess } from "@workspace-agent/core";
import type { ToolRun } from "./tool.ts";

/** The longest single wait, after which the credential is checked again and progress is reported. */
const SLICE_SECONDS = 5;

/** Returns the turn when it has ended, waits for a person, or after `seconds`. Throws if the credential is no longer valid. */
export async function waitForTurn(
  { call, signal, report }: ToolRun,
  { workspaceId, sessionId, turnId }: Readonly<Record<"workspaceId" | "sessionId" | "turnId", string>>,
  seconds: number,
): Promise<Turn> {
  const { service, principal } = call;
  const required: McpAccess = { access: OPERATIONS.sessions.turn.access, workspaceId, rateLimit: null };
  let turn = await service.sessions.turn(principal, workspaceId, sessionId, turnId);
  for (let waited = 0; waited < seconds && isAtWork(turn) && !signal.aborted; waited += SLICE_SECONDS) {
    await report?.({ progress: waited, total: seconds, message: describe(turn) });
    const wait = { seconds: Math.min(SLICE_SECONDS, seconds - waited), signal };
    turn = await service.sessions.turn(principal, workspaceId, sessionId, turnId, wait);
    await call.permit(required);
  }
  return turn;
}

function isAtWork({ status }: Turn): boolean {
  return status === "queued" || status === "running";
}

function describe({ status, stats }: Turn): string {
  return status === "queued" ? "queued" : `running: ${stats.steps} steps, ${stats.tool_calls} tool calls`;
}
