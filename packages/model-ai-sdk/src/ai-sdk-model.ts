import type { LanguageModelV4 } from "@ai-sdk/provider";
import { silentLogger, type Logger } from "@workspace-agent/core";
import type { Model, ModelPart, ModelRequest } from "@workspace-agent/core/ports";
import { toCallOptions } from "./call-options.ts";
import { runWithRequest } from "./current-request.ts";
import { growingPrompt } from "./growing-prompt.ts";
import { toModelError } from "./model-error.ts";
import { partsBeside, partsOf, type PartReader } from "./parts.ts";
import { StreamEnd } from "./stream-end.ts";
import { StreamPartMapper } from "./stream-parts.ts";
import { TextLane } from "./text-lane.ts";
import { UnknownLog, UnknownWords } from "./unknown-words.ts";

export interface AiSdkModelOptions {
  /** The reference of the model, `provider/id`. */
  readonly reference: string;
  /** The most tokens of a prompt and its answer together. */
  readonly contextWindow?: number | undefined;
  /** The most tokens of an answer. */
  readonly maxOutputTokens?: number | undefined;
  /** Whether the model accepts images. Default false. */
  readonly seesImages?: boolean | undefined;
  /** Values that never appear in an error, such as API keys. */
  readonly secrets?: readonly string[] | undefined;
  readonly logger?: Logger | undefined;
  /**
   * The model comes from `@ai-sdk/anthropic`, `@ai-sdk/openai` or `@ai-sdk/openai-compatible`, without a middleware and with `modelFetch`
   * itself as its `fetch`. The package then receives only the new messages of a prompt and the first piece of each run of text; `modelFetch`
   * sends and reads the rest. Leave it off for a `fetch` that wraps `modelFetch` and reads, signs or delays bodies. Default false.
   */
  readonly packageAsIs?: boolean | undefined;
}

/** A language model, or a function that loads it. */
export type LanguageModelSource = LanguageModelV4 | (() => Promise<LanguageModelV4>);

interface Call {
  readonly reference: string;
  readonly packageAsIs: boolean;
  readonly request: ModelRequest;
  readonly lane: TextLane | null;
  readonly end: StreamEnd;
  readonly signal: AbortSignal;
}

async function call(source: LanguageModelSource, toCall: Call) {
  const { reference, packageAsIs, request, lane, end, signal } = toCall;
  const model = typeof source === "function" ? await source() : source;
  const prompt = packageAsIs ? growingPrompt(reference, request) : null;
  return runWithRequest({ prompt, lane, end }, async () =>
    model.doStream(toCallOptions(request, signal, prompt?.count)),
  );
}

/** The stream of a call. Rejects as soon as the signal aborts, even if the provider ignores it. */
async function openStream(source: LanguageModelSource, toCall: Call): Promise<PartReader> {
  const { signal } = toCall;
  signal.throwIfAborted();
  const calling = call(source, toCall);
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => {
    calling.then(({ stream }) => stream.cancel()).catch(() => {});
    reject(new Error("aborted"));
  };
  signal.addEventListener("abort", abort, { once: true });
  try {
    return (await Promise.race([calling, aborted])).stream.getReader();
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** How long a connection may stay open after the end of its answer. */
const DRAIN_MS = 5_000;

/** Reads what follows the end, so that the connection is free for the next call. */
async function drain(reader: PartReader): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), DRAIN_MS);
  try {
    while (!(await reader.read()).done);
  } catch {
    // The response is complete, so a failure after it does not matter.
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A language model of the AI SDK as a `Model`. Never retries. Its errors are `ModelError`s without any part of the prompt or a key. A
 * response that breaks off is an error of kind `truncated` or `network`, whatever the provider reports.
 */
export function aiSdkModel(source: LanguageModelSource, options: AiSdkModelOptions): Model {
  return modelWithLog(source, options, new UnknownLog(options.logger));
}

/** The same, for several models that log each unknown word once. */
export function modelWithLog(
  source: LanguageModelSource,
  options: AiSdkModelOptions,
  unknowns: UnknownLog,
): Model {
  const { reference, contextWindow, maxOutputTokens, secrets = [], logger = silentLogger } = options;
  const { packageAsIs = false } = options;

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart, void> {
    let reader: PartReader | undefined;
    const cancel = () => void reader?.cancel().catch(() => {});
    signal.addEventListener("abort", cancel, { once: true });
    try {
      // In a JSON mode a package may show as text what came as a call of a tool.
      const lane = packageAsIs && request.output === undefined ? new TextLane() : null;
      const end = new StreamEnd();
      reader = await openStream(source, { reference, packageAsIs, request, lane, end, signal });
      const unknown = new UnknownWords((name) => unknowns.add(reference, name), request, secrets);
      const mapper = new StreamPartMapper(end, unknown);
      for await (const given of lane === null ? partsOf(reader) : partsBeside(reader, lane)) {
        if (given.type === "stream-start" && given.warnings.length > 0) {
          const warnings = given.warnings.map(({ type }) => type);
          logger.debug({ model: reference, warnings }, "model warnings");
        }
        for (const part of mapper.map(given)) {
          yield part;
          if (part.type !== "finish") continue;
          const finished = reader;
          reader = undefined;
          void drain(finished);
          return;
        }
      }
      signal.throwIfAborted();
      throw mapper.truncated();
    } catch (error) {
      signal.throwIfAborted();
      const failure = toModelError(error, { request, secrets });
      logger.warn({ model: reference, kind: failure.kind, retryable: failure.retryable }, failure.message);
      throw failure;
    } finally {
      signal.removeEventListener("abort", cancel);
      cancel();
    }
  }

  return {
    reference,
    ...(contextWindow === undefined ? {} : { context_window: contextWindow }),
    ...(maxOutputTokens === undefined ? {} : { max_output_tokens: maxOutputTokens }),
    ...(options.seesImages === true && { sees_images: true }),
    stream: (request, { signal }) => stream(request, signal),
  };
}
