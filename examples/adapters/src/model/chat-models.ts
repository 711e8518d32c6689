import { ModelError, type Model, type ModelPart, type ModelProvider } from "@workspace-agent/core/ports";
import { ChatAnswer, type ChatChunk } from "./chat-answer.ts";
import { toChat } from "./to-chat.ts";

export interface ChatModelsOptions {
  /** The address of the API, up to `/v1`. */
  readonly url: string;
  readonly apiKey: string;
  /** The models that it has, by their names there. The first one is the default. */
  readonly models: readonly [string, ...string[]];
}

/** The error of an answer that is none. Its text has nothing of the prompt and no key. */
async function failureOf(response: Response): Promise<ModelError> {
  const { status, headers } = response;
  const isTooLong = status === 400 && (await response.text()).includes("context_length_exceeded");
  if (isTooLong) return new ModelError("context_overflow", "The prompt is too long.", { retryable: false });
  const detail = `The service answered with status ${status}.`;
  const seconds = Number(headers.get("retry-after"));
  const retryAfterMs = seconds > 0 ? seconds * 1_000 : undefined;
  if (status === 401 || status === 403) return new ModelError("auth", detail, { retryable: false });
  if (status === 429) return new ModelError("rate_limited", detail, { retryable: true, retryAfterMs });
  if (status >= 500) return new ModelError("overloaded", detail, { retryable: true, retryAfterMs });
  return new ModelError("invalid_request", detail, { retryable: false });
}

/** The data of the events of an SSE stream. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data:")) yield line.slice("data:".length).trim();
  }
}

/** Models of a service with OpenAI's chat API, as many gateways have it. Their references are `chat/<name>`. */
export function chatModels({ url, apiKey, models }: ChatModelsOptions): ModelProvider {
  async function post(body: unknown, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    let response: Response;
    try {
      response = await fetch(`${url}/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
        body: JSON.stringify(body),
        signal,
      });
    } catch (cause) {
      throw new ModelError("network", "The service could not be reached.", { retryable: true, cause });
    }
    if (!response.ok || response.body === null) throw await failureOf(response);
    return response.body;
  }

  async function* stream(
    name: string,
    ...[request, { signal }]: Parameters<Model["stream"]>
  ): AsyncGenerator<ModelPart, void> {
    const answer = new ChatAnswer();
    const body = await post(toChat(name, request), signal);
    try {
      for await (const data of eventsOf(body)) {
        if (data === "[DONE]") {
          yield* answer.end();
          return;
        }
        yield* answer.add(JSON.parse(data) as ChatChunk);
      }
    } catch (cause) {
      throw new ModelError("network", "The answer broke off.", { retryable: true, cause });
    }
  }

  return {
    default: `chat/${models[0]}`,
    resolve(reference) {
      const name = models.find((each) => reference === `chat/${each}`);
      if (name === undefined) return null;
      return { reference, stream: (...given) => stream(name, ...given) };
    },
  };
}
