import type { LanguageModelV4 } from "@ai-sdk/provider";
import { silentLogger, type Logger } from "@workspace-agent/core";
import type { Model, ModelPart, ModelRequest } from "@workspace-agent/core/ports";
import { asked } from "./asking.ts";
import { toCallOptions } from "./call-options.ts";
import { growingPrompt } from "./growing-prompt.ts";
import { toModelError } from "./model-error.ts";
import { partsBeside, partsOf, type PartReader } from "./parts.ts";
import { StreamEnd } from "./stream-end.ts";
import { StreamPartMapper } from "./stream-parts.ts";
import { TextLane } from "./text-lane.ts";
import { UnknownLog, UnknownWords } from "./unknown-words.ts";

export interface AiSdkModelOptions {
  /** The reference that chooses the model, `provider/id`. */
  readonly reference: string;
  /** The most tokens that a prompt and its answer may hold together. */
  readonly contextWindow?: number | undefined;
  /** The most tokens of an answer. */
  readonly maxOutputTokens?: number | undefined;
  /** Images may be sent to it. Default false. */
  readonly seesImages?: boolean | undefined;
  /** Values that never appear in an error, such as API keys. */
  readonly secrets?: readonly string[] | undefined;
  readonly logger?: Logger | undefined;
  /**
   * The package is `@ai-sdk/anthropic`, `@ai-sdk/openai` or `@ai-sdk/openai-compatible` as it comes, with `modelFetch` itself as its
   * `fetch`. Of a prompt that was sent before it is then given what is new alone, and text goes past it: both are what it takes longest
   * for. Not for a middleware, nor for a `fetch` around `modelFetch` that looks at bodies, signs them or has them wait: these would see a
   * part. Default false.
   */
  readonly packageAsIs?: boolean | undefined;
}

/** A language model, or how to load it at its first use. */
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
  return asked({ prompt, lane, end }, async () =>
    model.doStream(toCallOptions(request, signal, prompt?.count)),
  );
}

/** The stream of a call, or the signal's reason as soon as it aborts, even where the provider does not listen to it. */
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

/** An answer that is not closed after its end keeps its connection for no longer. */
const DRAIN_MS = 5_000;

/** Reads what follows the end, so that the connection is free for the next call. */
async function drain(reader: PartReader): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), DRAIN_MS);
  try {
    while (!(await reader.read()).done);
  } catch {
    // The response is complete: what breaks after it concerns nobody.
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Any language model of the AI SDK behind the port. Never retries. Errors are `ModelError`s that hold no part of the prompt and
 * no key; a response that is cut is one of kind `truncated` or `network`, whatever the provider makes of it.
 */
export function aiSdkModel(source: LanguageModelSource, options: AiSdkModelOptions): Model {
  return modelWithLog(source, options, new UnknownLog(options.logger));
}

/** The same, where several models share what they have told of. */
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
      const lane = packageAsIs ? new TextLane() : null;
      const end = new StreamEnd();
      reader = await openStream(source, { reference, packageAsIs, request, lane, end, signal });
      const unknown = new UnknownWords((name) => unknowns.add(reference, name), request, secrets);
      const mapper = new StreamPartMapper(end, unknown);
      for await (const told of lane === null ? partsOf(reader) : partsBeside(reader, lane)) {
        if (told.type === "stream-start" && told.warnings.length > 0)
          logger.debug(
            { model: reference, warnings: told.warnings.map(({ type }) => type) },
            "model warnings",
          );
        for (const part of mapper.map(told)) {
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
