import { testCaller } from "@workspace-agent/core/testing";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { ModelError, type Model, type ModelPart, type ModelRequest } from "@workspace-agent/core/ports";
import type { Logger, ModelProvider } from "@workspace-agent/core";
import { aiSdkModels } from "./ai-sdk-models.ts";
import { modelFetch } from "./model-fetch.ts";
import { replayServer, type Answer } from "./replay-server.test-support.ts";

export const API_KEY = "canary-key-2f9d71c04b";

export const PROVIDER_NAMES = ["anthropic", "openai", "openai-compatible"] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

export const simpleRequest: ModelRequest = {
  system: "You are a test.",
  messages: [{ role: "user", parts: [{ type: "text", text: "Say something." }] }],
  tools: [],
  caller: testCaller({ sessionId: "ses_1" }),
};

interface Settings {
  readonly id?: string;
  readonly logger?: Logger;
  readonly fetch?: typeof modelFetch;
  readonly packageAsIs?: boolean;
}

/** Models of the real provider packages that talk to `url`. */
export function modelsAt(url: string, options: Settings = {}): ModelProvider {
  const settings = { apiKey: API_KEY, baseURL: url, fetch: options.fetch ?? modelFetch };
  return aiSdkModels({
    providers: {
      anthropic: createAnthropic(settings),
      openai: createOpenAI(settings),
      "openai-compatible": createOpenAICompatible({
        ...settings,
        name: "openai-compatible",
        includeUsage: true,
      }),
    },
    default: "anthropic/any",
    packageAsIs: options.packageAsIs ?? false,
    ...(options.logger === undefined ? {} : { logger: options.logger }),
  });
}

/** The model of a reference that has one. */
export function resolved(models: ModelProvider, reference: string): Model {
  const model = models.resolve(reference, { tenant: "default" });
  if (model === null) throw new Error("the reference did not resolve");
  return model;
}

/** One of the models of `modelsAt`. */
export function modelAt(url: string, provider: ProviderName, options: Settings = {}): Model {
  return resolved(modelsAt(url, options), `${provider}/${options.id ?? "some-model"}`);
}

export interface Outcome {
  readonly parts: readonly ModelPart[];
  readonly error: unknown;
}

/** Reads a response to its end, whatever that is. */
export async function read(
  model: Model,
  request: ModelRequest = simpleRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<Outcome> {
  const parts: ModelPart[] = [];
  try {
    for await (const part of model.stream(request, { signal })) parts.push(part);
    return { parts, error: undefined };
  } catch (error) {
    return { parts, error };
  }
}

/** The response of a provider that gives this answer. */
export async function readAnswer(
  provider: ProviderName,
  answer: Answer,
  request: ModelRequest = simpleRequest,
  options: Settings = {},
): Promise<Outcome> {
  const { url } = await replayServer(answer);
  return read(modelAt(url, provider, options), request);
}

/** The error of an outcome; fails the test when it is none of the port's. */
export function modelError({ error }: Outcome): ModelError {
  if (!ModelError.isInstance(error)) throw new Error("no ModelError was thrown", { cause: error });
  return error;
}

/** Whether a response counts as one that ended well. */
export function isCleanEnd({ parts, error }: Outcome): boolean {
  const last = parts.at(-1);
  return error === undefined && last?.type === "finish" && ["stop", "tool-calls"].includes(last.reason);
}

/** All text of the parts of one type. */
export function textOf(parts: readonly ModelPart[], type: "text-delta" | "reasoning-delta"): string {
  return parts.map((part) => (part.type === type ? part.text : "")).join("");
}
