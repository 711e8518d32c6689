import type { Caller } from "../domain/sessions/caller.ts";
import { inTime } from "../instance/in-time.ts";
import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { ModelPart, ModelRequest } from "../ports/model.ts";
import type { ToolOutcome } from "./tool.ts";

/** The longest wait for what middleware does around a turn. */
const AROUND_TURN_MS = 5_000;

/** A call of a tool that the permissions allow. */
export interface ToolCall {
  readonly tool: string;
  /** JSON that is valid for the tool's parameters. Not redacted: it may contain secrets, which the log does not store. */
  readonly args: unknown;
  readonly caller: Caller;
  /** Aborts when the call must stop. */
  readonly signal: AbortSignal;
}

/** A request to a model. */
export interface ModelCall extends ModelRequest {
  /** The reference of the model, `provider/id`. */
  readonly model: string;
  /** Aborts when the answer is no longer needed. */
  readonly signal: AbortSignal;
}

interface EndedRun extends Caller {
  readonly outcome: "ended" | "handed_over" | "waiting";
}

/**
 * Functions of the host around turns, calls of tools and requests to models. The first of several is the outermost: it sees a call
 * first and its result last. A crashed instance calls nothing. When a turn continues after a hand-over or after a wait for a person,
 * `beforeTurn` runs again. A `task` call runs the middleware of its subagent's turn.
 */
export interface Middleware {
  /** The turn waits up to 5 s for it, and continues in any case. What it throws is logged. */
  readonly beforeTurn?: (turn: Caller) => Promise<void>;
  /** Runs when everything is durable; the session waits up to 5 s for it. `outcome`: `ended`, or why the session was released. What it throws is logged. */
  readonly afterTurn?: (turn: EndedRun) => Promise<void>;
  /**
   * Returns the result that the model receives. Without a call of `next` the tool does not run. `next` runs it, each time that it is
   * called, and throws what the tool throws. Changed arguments are checked and judged by the permissions again, and refused where a
   * person would have to approve them; the log keeps what the model wrote. What it throws by itself is logged: the tool does not run,
   * or its result stays.
   */
  readonly wrapTool?: (
    call: ToolCall,
    next: (args?: unknown) => Promise<ToolOutcome>,
  ) => Promise<ToolOutcome>;
  /**
   * Returns the answer, part by part, for each attempt of a step and for summaries. Without a call of `next` the model is not asked. What it
   * throws is a failure of the model: a retryable `ModelError` is tried again, anything else ends the turn with `model_error`.
   */
  readonly wrapModel?: (
    request: ModelCall,
    next: (request?: ModelRequest) => AsyncIterable<ModelPart>,
  ) => AsyncIterable<ModelPart>;
}

interface MiddlewarePorts {
  readonly clock: Clock;
  readonly logger: Logger;
}

export function logFailure(
  logger: Logger,
  name: keyof Middleware,
  { sessionId, turnId }: Caller,
  error: unknown,
): void {
  const fields = { error, middleware: name, session_id: sessionId, turn_id: turnId };
  logger.error(fields, "middleware of the host failed");
}

async function settle(
  name: "beforeTurn" | "afterTurn",
  caller: Caller,
  work: (() => Promise<void>) | undefined,
  { clock, logger }: MiddlewarePorts,
): Promise<void> {
  if (work === undefined) return;
  const tooLong = () => new Error(`It took longer than ${AROUND_TURN_MS / 1000} s.`);
  try {
    await inTime(async () => work(), { clock, idleMs: AROUND_TURN_MS, tooLong });
  } catch (error) {
    logFailure(logger, name, caller, error);
  }
}

/** Runs what comes before a turn, the outermost first. Never throws. */
export async function beforeTurn(
  middleware: readonly Middleware[],
  caller: Caller,
  ports: MiddlewarePorts,
): Promise<void> {
  for (const layer of middleware)
    await settle("beforeTurn", caller, layer.beforeTurn?.bind(layer, caller), ports);
}

/** Runs what comes after a turn, the innermost first. Never throws. */
export async function afterTurn(
  middleware: readonly Middleware[],
  turn: EndedRun,
  ports: MiddlewarePorts,
): Promise<void> {
  for (const layer of middleware.toReversed())
    await settle("afterTurn", turn, layer.afterTurn?.bind(layer, turn), ports);
}
