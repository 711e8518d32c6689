import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import {
  ModelError,
  silentLogger,
  type Logger,
  type Model,
  type ModelPart,
  type ModelRequest,
} from "@workspace-agent/core";
import { toCallOptions } from "./call-options.ts";
import { toModelError } from "./model-error.ts";
import { StreamPartMapper } from "./stream-parts.ts";

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
}

type PartReader = ReadableStreamDefaultReader<LanguageModelV4StreamPart>;

/** A language model, or how to load it at its first use. */
export type LanguageModelSource = LanguageModelV4 | (() => Promise<LanguageModelV4>);

async function call(source: LanguageModelSource, request: ModelRequest, signal: AbortSignal) {
  const model = typeof source === "function" ? await source() : source;
  return model.doStream(toCallOptions(request, signal));
}

/** The stream of a call, or the signal's reason as soon as it aborts, even where the provider does not listen to it. */
async function openStream(
  source: LanguageModelSource,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<PartReader> {
  signal.throwIfAborted();
  const calling = call(source, request, signal);
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

/** Reads what follows the end, so that the connection is free for the next call. */
async function drain(reader: PartReader): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The response is complete: what breaks after it concerns nobody.
  }
}

/**
 * Any language model of the AI SDK behind the port. Never retries. Errors are `ModelError`s that hold no part of the prompt and
 * no key; a response that is cut is one of kind `truncated` or `network`, whatever the provider makes of it.
 */
export function aiSdkModel(source: LanguageModelSource, options: AiSdkModelOptions): Model {
  const { reference, contextWindow, maxOutputTokens, secrets = [], logger = silentLogger } = options;

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart, void> {
    let reader: PartReader | undefined;
    const cancel = () => void reader?.cancel().catch(() => {});
    signal.addEventListener("abort", cancel, { once: true });
    try {
      reader = await openStream(source, request, signal);
      const mapper = new StreamPartMapper();
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        if (next.value.type === "stream-start" && next.value.warnings.length > 0) {
          logger.debug(
            { model: reference, warnings: next.value.warnings.map(({ type }) => type) },
            "model warnings",
          );
        }
        for (const part of mapper.map(next.value)) {
          yield part;
          if (part.type !== "finish") continue;
          const finished = reader;
          reader = undefined;
          void drain(finished);
          return;
        }
      }
      signal.throwIfAborted();
      throw new ModelError("truncated", "the response ended before it was finished", { retryable: true });
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
