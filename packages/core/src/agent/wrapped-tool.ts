import type { Caller } from "../domain/sessions/caller.ts";
import type { Logger } from "../ports/logger.ts";
import { canonicalJson } from "../runtime/canonical-json.ts";
import { logFailure, type Middleware } from "./middleware.ts";
import { finishOutput, readArguments, withArguments, type PreparedCall, type ReadyCall } from "./run-tool.ts";
import { failure, type ToolOutcome } from "./tool.ts";

interface CallToWrap {
  readonly prepared: ReadyCall;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly workingDirectory: string;
  readonly logger: Logger;
  readonly redact: (text: string) => string;
  /** Runs the call. */
  readonly run: (prepared: PreparedCall) => Promise<ToolOutcome>;
}

type WrapTool = NonNullable<Middleware["wrapTool"]>;
/** Runs the call with arguments as a JSON text, so that what a layer does to its copy changes nothing unless it is passed on. */
type Run = (written: string) => Promise<ToolOutcome>;
type Settled = { readonly outcome: ToolOutcome } | { readonly error: unknown };

function toJson(args: unknown): string {
  const text = JSON.stringify(args) as string | undefined;
  if (text === undefined) throw new TypeError("The arguments for `next` must be JSON.");
  return text;
}

function isOutcome(value: unknown): value is ToolOutcome {
  return typeof value === "object" && value !== null && "output" in value && typeof value.output === "string";
}

/** One layer around a call. It throws only what the tool throws. */
async function throughLayer(wrap: WrapTool, given: string, next: Run, of: CallToWrap): Promise<ToolOutcome> {
  const { prepared, caller, signal, logger } = of;
  const args = readArguments(given);
  const running: Promise<void>[] = [];
  const settled: Settled[] = [];
  let isOver = false;
  const inner = async (changed: unknown = args): Promise<ToolOutcome> => {
    if (isOver) throw new Error("`next` was called after `wrapTool` had ended.");
    const outcome = next(toJson(changed));
    const end = outcome.then(
      (value) => void settled.push({ outcome: value }),
      (error: unknown) => void settled.push({ error }),
    );
    running.push(end);
    await end;
    return outcome;
  };
  const calling = (changed?: unknown) => {
    const outcome = inner(changed);
    // Middleware may ignore it.
    outcome.catch(() => {});
    return outcome;
  };
  const wrapped = async (): Promise<unknown> => {
    try {
      return await wrap({ tool: prepared.tool.name, args, caller, signal }, calling);
    } finally {
      isOver = true;
      await Promise.all(running);
    }
  };
  try {
    const outcome = await wrapped();
    if (!isOutcome(outcome)) throw new TypeError("`wrapTool` did not return the result of a tool.");
    const isOfTool = settled.some(
      (inside) => "outcome" in inside && inside.outcome.output === outcome.output,
    );
    if (isOfTool) return outcome;
    // The styles are those of another text.
    const { styles: _, ...changed } = outcome;
    return changed;
  } catch (error) {
    const inside = settled.at(-1);
    const isOfTool = inside !== undefined && "error" in inside;
    if (!isOfTool || inside.error !== error) logFailure(logger, "wrapTool", caller, error);
    if (isOfTool) throw inside.error;
    return inside?.outcome ?? failure("The host could not check this call, so it was not run.");
  }
}

/** Runs a call within the `wrapTool` of middleware. Throws only what the tool throws. */
export async function wrappedTool(middleware: readonly Middleware[], call: CallToWrap): Promise<ToolOutcome> {
  const { prepared, signal, workingDirectory, redact, run } = call;
  const wrappers = middleware.flatMap((layer) => layer.wrapTool?.bind(layer) ?? []).toReversed();
  if (wrappers.length === 0) return run(prepared);
  const original = canonicalJson(readArguments(prepared.written));
  const checked: Run = async (written) => {
    if (signal.aborted) return failure("This call was stopped.");
    const isSame = canonicalJson(readArguments(written)) === original;
    return run(isSame ? prepared : await withArguments(prepared, written, workingDirectory));
  };
  const wrapped = wrappers.reduce<Run>(
    (next, wrap) => (written) => throughLayer(wrap, written, next, call),
    checked,
  );
  // What middleware returns may repeat secrets from the arguments.
  return finishOutput(await wrapped(prepared.written), redact);
}
