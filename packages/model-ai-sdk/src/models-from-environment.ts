import { DomainError, REHEARSAL, type Logger, type ModelProvider } from "@workspace-agent/core";
import { aiSdkModels, parseReference, type LanguageModels } from "./ai-sdk-models.ts";
import { modelFetch } from "./model-fetch.ts";

/** The default models by provider if `MODEL` is not set, in order of preference. */
export const DEFAULT_MODELS = {
  anthropic: "anthropic/claude-sonnet-5-5",
  openai: "openai/gpt-6.1-terra",
} as const;

/** The variables of a process, such as `process.env`. */
export type Environment = Record<string, string | undefined>;

export interface EnvironmentModels {
  /** Null if the host should use the rehearsal model. */
  readonly provider: ModelProvider | null;
  /** The reference of the default model, or `rehearsal`. */
  readonly chosen: string;
  /** The reason for the choice, for the log at start-up. */
  readonly why: string;
}

type Read = (name: string) => string | undefined;

interface EnvironmentProvider {
  /** The variable that enables the provider. */
  readonly variable: string;
  readonly load: (setting: string, read: Read) => Promise<LanguageModels>;
}

/** Anthropic's own clients expect the URL without `/v1`, the AI SDK with it. Both are accepted. */
function anthropicBaseUrl(url: string): string {
  const trimmed = url.replace(/(?<!\/)\/+$/, "");
  return /\/v\d+$/.test(trimmed) ? trimmed : `${trimmed}/v1`;
}

const PROVIDERS: ReadonlyMap<string, EnvironmentProvider> = new Map(
  Object.entries<EnvironmentProvider>({
    anthropic: {
      variable: "ANTHROPIC_API_KEY",
      async load(apiKey, read) {
        const { createAnthropic } = await import("@ai-sdk/anthropic");
        const baseURL = anthropicBaseUrl(read("ANTHROPIC_BASE_URL") ?? "https://api.anthropic.com");
        return createAnthropic({ apiKey, baseURL, fetch: modelFetch });
      },
    },
    openai: {
      variable: "OPENAI_API_KEY",
      async load(apiKey, read) {
        const { createOpenAI } = await import("@ai-sdk/openai");
        const baseURL = read("OPENAI_BASE_URL") ?? "https://api.openai.com/v1";
        return createOpenAI({ apiKey, baseURL, fetch: modelFetch });
      },
    },
    "openai-compatible": {
      variable: "OPENAI_COMPATIBLE_BASE_URL",
      async load(baseURL, read) {
        const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
        const apiKey = read("OPENAI_COMPATIBLE_API_KEY");
        return createOpenAICompatible({
          name: "openai-compatible",
          baseURL,
          includeUsage: true,
          fetch: modelFetch,
          ...(apiKey === undefined ? {} : { apiKey }),
        });
      },
    },
  }),
);

function refuse(model: string, why: string): DomainError {
  return new DomainError("model_unavailable", `MODEL is "${model}", but ${why}`);
}

function choose(read: Read): { readonly chosen: string; readonly why: string } {
  const model = read("MODEL");
  if (model === REHEARSAL) return { chosen: REHEARSAL, why: "MODEL asks for it" };
  if (model !== undefined) {
    const provider = PROVIDERS.get(parseReference(model)?.provider ?? "");
    if (provider === undefined) {
      throw refuse(model, `a model is ${[...PROVIDERS.keys()].join("/<id>, ")}/<id>, or ${REHEARSAL}`);
    }
    if (read(provider.variable) === undefined) throw refuse(model, `${provider.variable} is not set`);
    return { chosen: model, why: "MODEL names it" };
  }
  for (const [name, reference] of Object.entries(DEFAULT_MODELS)) {
    const variable = PROVIDERS.get(name)?.variable ?? "";
    if (read(variable) !== undefined)
      return { chosen: reference, why: `${variable} is set, and MODEL is not` };
  }
  return read("OPENAI_COMPATIBLE_BASE_URL") === undefined
    ? { chosen: REHEARSAL, why: "no provider's key is set" }
    : { chosen: REHEARSAL, why: "MODEL is not set: name a model as openai-compatible/<id>" };
}

/**
 * The models configured by environment variables. An empty variable counts as absent. An empty base URL is removed from the environment,
 * because the provider packages fail to load with one. Throws `model_unavailable` if `MODEL` names a provider that is not configured, so
 * that no server starts with another model.
 */
export function modelsFromEnvironment(
  environment: Environment,
  options: { readonly logger?: Logger } = {},
): EnvironmentModels {
  for (const name of ["ANTHROPIC_BASE_URL", "OPENAI_BASE_URL"]) {
    if (environment[name]?.trim() === "") Reflect.deleteProperty(environment, name);
  }
  const read: Read = (name) => environment[name]?.trim() || undefined;
  const { chosen, why } = choose(read);
  if (chosen === REHEARSAL) return { provider: null, chosen, why };
  const providers: Record<string, () => Promise<LanguageModels>> = {};
  for (const [name, { variable, load }] of PROVIDERS) {
    const setting = read(variable);
    if (setting !== undefined) providers[name] = () => load(setting, read);
  }
  const keys = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENAI_COMPATIBLE_API_KEY"].map(read);
  const secrets = keys.filter((key) => key !== undefined);
  const compatibleSees = read("OPENAI_COMPATIBLE_SEES_IMAGES") === "true";
  const seesImages = (reference: string) =>
    compatibleSees || parseReference(reference)?.provider !== "openai-compatible";
  const provider = aiSdkModels({
    providers,
    default: chosen,
    secrets,
    seesImages,
    packageAsIs: true,
    ...options,
  });
  return { provider, chosen, why };
}
