import { systemClock, type Clock } from "../../ports/clock.ts";
import type { Model, ModelPart, ModelProvider, ModelRequest } from "../../ports/model.ts";
import { scriptedFailure, scriptedParts, scriptedStall, type ScriptedStep } from "./scripted-step.ts";

/** The steps in order, or a function of each request and the number of the call, from 0. */
export type ModelScript =
  readonly ScriptedStep[] | ((request: ModelRequest, index: number) => ScriptedStep | Promise<ScriptedStep>);

export interface ScriptedModelOptions {
  /** The model's reference. Default `scripted/model`. Others do not resolve. */
  readonly reference?: string;
  readonly contextWindow?: number;
  readonly seesImages?: boolean;
  /** What `delayMs` waits by. Default: real time. */
  readonly clock?: Clock;
}

export interface ScriptedModels extends ModelProvider {
  readonly model: Model;
  /** A copy of each request, in the order of the calls, made before its step is looked up. */
  readonly requests: readonly ModelRequest[];
}

/** Rejects with the signal's reason when it aborts, and never resolves. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => {
      reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
    };
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}

async function stepOf(script: ModelScript, request: ModelRequest, index: number): Promise<ScriptedStep> {
  if (typeof script === "function") return script(request, index);
  const step = script[index];
  if (step === undefined)
    throw new Error(`the script has ${script.length} steps, and call ${index + 1} came`);
  return step;
}

/** One model that does what a script says, for tests: it can stall, fail, truncate and send nonsense. */
export function scriptedModels(script: ModelScript, options: ScriptedModelOptions = {}): ScriptedModels {
  const clock = options.clock ?? systemClock;
  const requests: ModelRequest[] = [];

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart, void> {
    const index = requests.push(structuredClone(request)) - 1;
    const step = await stepOf(script, request, index);
    const parts = scriptedParts(step, index)[Symbol.iterator]();
    for (let given = 0; ; given++) {
      if (step.delayMs !== undefined) await clock.sleep(step.delayMs, signal);
      if (scriptedStall(step, given)) await untilAborted(signal);
      signal.throwIfAborted();
      const failure = scriptedFailure(step, given);
      if (failure !== undefined) throw failure;
      const next = parts.next();
      if (next.done === true) return;
      yield next.value;
    }
  }

  const reference = options.reference ?? "scripted/model";
  const model: Model = {
    reference,
    ...(options.contextWindow === undefined ? {} : { context_window: options.contextWindow }),
    ...(options.seesImages === true && { sees_images: true }),
    stream: (request, { signal }) => stream(request, signal),
  };
  return { default: reference, model, requests, resolve: (asked) => (asked === reference ? model : null) };
}
