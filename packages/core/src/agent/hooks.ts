import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { SessionRun } from "../sessions/session-run.ts";
import { inTime } from "./in-time.ts";
import { failure, type ToolOutcome } from "./tool.ts";

/** The longest that a hook around a turn is waited for. */
const TURN_HOOK_MS = 5_000;

export interface HookedTurn {
  readonly tenant: string;
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly turnId: string;
}

export interface HookedCall extends HookedTurn {
  readonly callId: string;
  readonly tool: string;
  /** Checked against the tool's parameters. They are as the model wrote them: a secret in them is kept nowhere else. */
  readonly args: unknown;
  /** Aborts when the call has to stop. */
  readonly signal: AbortSignal;
}

/**
 * What a host has done around turns and calls of tools. Hooks see and refuse; they write nothing of the session. One that throws or
 * hangs never ends a turn: it is logged, and before a tool it also keeps the tool from running. A stretch of a turn that was handed over or waited
 * for a person begins again with `beforeTurn`, here or on another instance; an instance that dies calls nothing. A `task` call is its subagent's turn, with the hooks of that.
 */
export interface AgentHooks {
  /** Waited for at most 5 s; the turn goes on in any case. */
  readonly beforeTurn?: (turn: HookedTurn) => Promise<void>;
  /** After what is durable; waited for at most 5 s. `outcome`: `ended`, or the session was released. */
  readonly afterTurn?: (
    turn: HookedTurn & { readonly outcome: "ended" | "handed_over" | "waiting" },
  ) => Promise<void>;
  /** After the permissions allowed the call. A text refuses it, and is what the model receives. */
  readonly beforeTool?: (call: HookedCall) => Promise<string | undefined>;
  /** With what the model will be told, before it is durable. Nothing can be changed. */
  readonly afterTool?: (
    call: HookedCall,
    result: { readonly output: string; readonly isError: boolean },
  ) => Promise<void>;
}

export interface HookPorts {
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The facts of the turn that a run is at. */
export function turnOf({ record }: SessionRun, turnId: string): HookedTurn {
  return {
    tenant: record.tenant,
    workspaceId: record.workspace_id,
    sessionId: record.id,
    turnId,
  };
}

/** Waits for a hook around a turn. Never throws. */
export async function settleTurnHook(
  name: "beforeTurn" | "afterTurn",
  turn: HookedTurn,
  hook: () => Promise<void> | undefined,
  { clock, logger }: HookPorts,
): Promise<void> {
  const tooLong = () => new Error(`The hook took longer than ${TURN_HOOK_MS / 1000} s.`);
  try {
    await inTime(async () => hook(), { clock, idleMs: TURN_HOOK_MS, tooLong });
  } catch (error) {
    logFailure(logger, name, turn, error);
  }
}

/** Runs a call between its hooks. Throws what the call throws and nothing else. */
export async function betweenHooks(
  hooks: AgentHooks,
  call: HookedCall,
  { logger, redact }: { readonly logger: Logger; readonly redact: (text: string) => string },
  work: () => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  try {
    const refusal = await hooks.beforeTool?.(call);
    // It may repeat the arguments.
    if (refusal !== undefined) return failure(redact(refusal));
  } catch (error) {
    logFailure(logger, "beforeTool", call, error);
    return failure("The host could not check this call, so it was not run.");
  }
  if (call.signal.aborted) return failure("This call was stopped.");
  const outcome = await work();
  try {
    await hooks.afterTool?.(call, { output: outcome.output, isError: outcome.isError ?? false });
  } catch (error) {
    logFailure(logger, "afterTool", call, error);
  }
  return outcome;
}

function logFailure(logger: Logger, hook: keyof AgentHooks, turn: HookedTurn, error: unknown): void {
  const { sessionId, turnId } = turn;
  logger.error({ error, hook, session_id: sessionId, turn_id: turnId }, "a hook of the host failed");
}
