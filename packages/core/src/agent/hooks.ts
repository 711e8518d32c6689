import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { Caller } from "../domain/sessions/caller.ts";
import { inTime } from "./in-time.ts";
import { failure, type ToolOutcome } from "./tool.ts";

/** The longest wait for a hook around a turn. */
const TURN_HOOK_MS = 5_000;

export interface HookedCall extends Caller {
  readonly callId: string;
  readonly tool: string;
  /** Valid for the tool's parameters and not redacted: they may contain secrets, which the log does not store. */
  readonly args: unknown;
  /** Aborts when the call must stop. */
  readonly signal: AbortSignal;
}

/**
 * Functions of the host that run around turns and tool calls. A hook can observe and refuse, but not change the session. A hook that throws
 * or hangs is logged and does not end the turn; if `beforeTool` throws, the tool does not run. When a turn continues after a hand-over or
 * after a wait for a person, `beforeTurn` runs again. A crashed instance calls nothing. A `task` call runs the hooks of its subagent's turn.
 */
export interface AgentHooks {
  /** The turn waits up to 5 s for it, and continues in any case. */
  readonly beforeTurn?: (turn: Caller) => Promise<void>;
  /** Runs when everything is durable; the session waits up to 5 s for it. `outcome`: `ended`, or why the session was released. */
  readonly afterTurn?: (
    turn: Caller & { readonly outcome: "ended" | "handed_over" | "waiting" },
  ) => Promise<void>;
  /** Runs after the permissions allowed the call. A returned text refuses the call and is sent to the model. */
  readonly beforeTool?: (call: HookedCall) => Promise<string | undefined>;
  /** Receives the result before it is durable, and cannot change it. */
  readonly afterTool?: (
    call: HookedCall,
    result: { readonly output: string; readonly isError: boolean },
  ) => Promise<void>;
}

interface HookPorts {
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Runs a hook around a turn. Never throws. */
export async function settleTurnHook(
  name: "beforeTurn" | "afterTurn",
  turn: Caller,
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

/** Runs a call between its hooks. Throws only what the call throws. */
export async function betweenHooks(
  hooks: AgentHooks,
  call: HookedCall,
  { logger, redact }: { readonly logger: Logger; readonly redact: (text: string) => string },
  work: () => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  try {
    const refusal = await hooks.beforeTool?.(call);
    // The text may repeat secrets from the arguments.
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

function logFailure(logger: Logger, hook: keyof AgentHooks, turn: Caller, error: unknown): void {
  const { sessionId, turnId } = turn;
  logger.error({ error, hook, session_id: sessionId, turn_id: turnId }, "a hook of the host failed");
}
