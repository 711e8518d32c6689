import type { ModelRequest } from "../../ports/model.ts";
import { runModelStep, type ModelStep, type ModelStepResult } from "../model-step.ts";
import { hasAborted } from "../../runtime/until-aborted.ts";
import type { LogFold } from "../prompt/log-fold.ts";
import type { Compactor } from "./compactor.ts";

interface StepInContext extends Omit<ModelStep, "request"> {
  readonly request: Omit<ModelRequest, "messages">;
  readonly log: LogFold;
  /** Null if compaction is disabled. */
  readonly compactor: Compactor | null;
  /** Whether a model may write a summary. Not in the last step of a turn that reached a limit. */
  readonly mayAskForSummary: boolean;
}

/** Asks the model; where the provider refuses the prompt as too long, once more with a compacted one. */
export async function askInContext(step: StepInContext): Promise<ModelStepResult> {
  const { run, log, turnId, request, compactor, mayAskForSummary, signal } = step;
  const ask = () => runModelStep({ ...step, request: () => ({ ...request, messages: log.prompt.build() }) });
  if (compactor === null) return ask();
  const result = await ask();
  if (result.type !== "failed" || result.error.kind !== "context_overflow") return result;
  if (!(await compactor.afterOverflow(request, signal, mayAskForSummary)))
    return hasAborted(signal) ? { type: "stopped", items: result.items } : result;
  if (result.items.length > 0)
    await run.append(result.items.map((item) => ({ type: "item.completed", turn_id: turnId, item })));
  await run.takeWaiting();
  return ask();
}
