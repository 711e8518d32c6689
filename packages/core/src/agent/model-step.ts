import { ModelError, type ModelRequest, type Model } from "../ports/model.ts";
import { completedItems } from "../domain/sessions/completed-items.ts";
import type { Item } from "../domain/sessions/item.ts";
import { Countdown } from "../instance/countdown.ts";
import { publishPiece } from "./live-output.ts";
import { ResponseCollector } from "./response.ts";
import { retryDelay, toModelError } from "./retry.ts";
import type { RunningTurn, TurnLoopPorts } from "./running-turn.ts";
import type { StreamRedactor } from "../redaction/stream-redactor.ts";
import { hasAborted, untilAborted } from "../runtime/until-aborted.ts";

export type ModelStepResult =
  | {
      readonly type: "answered";
      readonly items: readonly Item[];
      readonly finish: NonNullable<ResponseCollector["finish"]>;
      /** The arguments of the calls before redaction, by item id. */
      readonly given: ReadonlyMap<string, string>;
    }
  /** `signal` aborted. `items` is what the model said until then. */
  | { readonly type: "stopped"; readonly items: readonly Item[] }
  | { readonly type: "failed"; readonly error: ModelError; readonly items: readonly Item[] };

export interface ModelStep extends Pick<RunningTurn, "run" | "trace">, Omit<TurnLoopPorts, "middleware"> {
  readonly turnId: string;
  readonly model: Model;
  /** Makes the request for each try, because messages may join the turn between two tries. */
  readonly request: () => ModelRequest;
  /** Redacts the workspace's secrets in what the model says. */
  readonly redactor: () => StreamRedactor;
  /** The answer is the output of the turn. */
  readonly isOutput: boolean;
  readonly signal: AbortSignal;
}

/** After this much silence the request counts as lost. Some providers think for minutes before they send anything. */
const MAX_SILENCE_MS = 600_000;

/** Asks the model once. Throws unless the stream ends with a clean finish. Null if `signal` aborted. */
async function ask(
  step: ModelStep,
  collector: ResponseCollector,
): Promise<NonNullable<ResponseCollector["finish"]> | null> {
  const silence = new Countdown(step.clock, MAX_SILENCE_MS);
  const signal = AbortSignal.any([step.signal, silence.signal]);
  let hasLanded = false;
  try {
    for await (const part of untilAborted(step.model.stream(step.request(), { signal }), signal)) {
      if (!hasLanded) await step.run.landed();
      hasLanded = true;
      silence.touch();
      const piece = collector.add(part);
      if (piece !== null) publishPiece(step, step.run.lease.session_id, step.turnId, piece);
    }
  } catch (cause) {
    if (!silence.signal.aborted) throw cause;
  } finally {
    silence.cancel();
  }
  if (step.signal.aborted) return null;
  if (silence.signal.aborted)
    throw new ModelError("network", `The model sent nothing for ${MAX_SILENCE_MS / 60_000} minutes.`, {
      retryable: true,
    });
  if (collector.finish === null)
    throw new ModelError("truncated", "The model's stream ended before its answer did.", { retryable: true });
  if (collector.finish.reason === "other")
    throw new ModelError("truncated", "The model's answer broke off.", { retryable: true });
  return collector.finish;
}

/** Asks the model, and retries failures that may pass. No tool of the step runs before a try succeeds. */
export function runModelStep(step: ModelStep): Promise<ModelStepResult> {
  return step.trace.step(step.model.reference, () => askUntilAnswered(step));
}

async function askUntilAnswered(step: ModelStep): Promise<ModelStepResult> {
  for (let attempt = 1; ; attempt++) {
    const collector = new ResponseCollector(step.turnId, step.redactor, step.isOutput);
    try {
      const finish = await ask(step, collector);
      if (finish === null) return { type: "stopped", items: collector.items("partial") };
      return {
        type: "answered",
        items: collector.items(finish.reason === "length" ? "cut" : "whole"),
        finish,
        given: collector.given,
      };
    } catch (cause) {
      // Throws if the appends before the request failed, which is not a failure of the model.
      await step.run.landed();
      if (step.signal.aborted) return { type: "stopped", items: collector.items("partial") };
      const error = toModelError(cause);
      if (error !== cause)
        step.logger.error({ error: cause, model: step.model.reference }, "a model adapter failed");
      const delay = retryDelay(error, attempt, step.random);
      const items = collector.items("abandoned");
      if (delay === null) return { type: "failed", error, items };
      await step.run.append([
        ...completedItems(step.turnId, items, null),
        {
          type: "turn.retrying",
          turn_id: step.turnId,
          attempt: attempt + 1,
          delay_ms: delay,
          reason: error.message,
        },
      ]);
      await step.clock.sleep(delay, step.signal);
      if (hasAborted(step.signal)) return { type: "stopped", items: [] };
      await step.run.takeWaiting({ reads: true });
    }
  }
}
