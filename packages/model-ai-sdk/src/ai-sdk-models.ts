import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Logger, ModelProvider } from "@workspace-agent/core";
import { modelWithLog, type LanguageModelSource } from "./ai-sdk-model.ts";
import { UnknownLog } from "./unknown-words.ts";

/** The part of an AI SDK provider that is used. `createAnthropic()`, `createOpenAI()`, `createOpenAICompatible()` and others implement it. */
export interface LanguageModels {
  languageModel(id: string): LanguageModelV4;
}

export type LanguageModelsSource = LanguageModels | (() => Promise<LanguageModels>);

/** Providers are functions too, but have members. */
function isLoaded(source: LanguageModelsSource): source is LanguageModels {
  return "languageModel" in source;
}

/** Returns what makes the models of a provider by their ids. Loads the provider at the first call of one; again after a failure. */
function modelsOf(source: LanguageModelsSource): (id: string) => LanguageModelSource {
  if (isLoaded(source)) return (id) => source.languageModel(id);
  let loading: Promise<LanguageModels> | undefined;
  return (id) => async () => {
    try {
      return (await (loading ??= source())).languageModel(id);
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
}

export interface AiSdkModelsOptions {
  /**
   * The providers by the first part of the references that they serve: `anthropic`, `openai`, `openai-compatible`, or a name of the
   * host's own. A function is called at the first use, because loading a provider's package takes time and memory.
   */
  readonly providers: Readonly<Record<string, LanguageModelsSource>>;
  /** The model of workspaces whose config has `model: null`. */
  readonly default: string;
  /** The most tokens of a prompt and its answer together, by reference. Default: what the service knows of the model. */
  readonly contextWindows?: Readonly<Record<string, number>>;
  /** Whether a model accepts images, by its reference. Default: those of `anthropic` and `openai` do. */
  readonly seesImages?: (reference: string) => boolean;
  /** Values that never appear in an error, such as API keys. */
  readonly secrets?: readonly string[];
  /** See `AiSdkModelOptions`. Default false. */
  readonly packageAsIs?: boolean;
  /** Logs failed calls, without prompts and credentials. */
  readonly logger?: Logger;
}

/** Splits `provider/id`. The id may contain slashes. Null for any other form. */
export function parseReference(reference: string): { readonly provider: string; readonly id: string } | null {
  const slash = reference.indexOf("/");
  if (slash < 1 || slash === reference.length - 1) return null;
  return { provider: reference.slice(0, slash), id: reference.slice(slash + 1) };
}

/** All current models of these providers accept images. */
const SEEING_PROVIDERS: ReadonlySet<string> = new Set(["anthropic", "openai"]);

/** A model provider for AI SDK providers. References have the form `provider/id`. */
export function aiSdkModels(options: AiSdkModelsOptions): ModelProvider {
  const providers = new Map(
    Object.entries(options.providers).map(([name, source]) => [name, modelsOf(source)] as const),
  );
  const unknowns = new UnknownLog(options.logger);
  return {
    default: options.default,
    references: () => Object.keys(options.contextWindows ?? {}),
    resolve(reference) {
      const parsed = parseReference(reference);
      const modelOf = parsed === null ? undefined : providers.get(parsed.provider);
      if (parsed === null || modelOf === undefined) return null;
      const modelOptions = {
        reference,
        contextWindow: options.contextWindows?.[reference],
        seesImages: options.seesImages?.(reference) ?? SEEING_PROVIDERS.has(parsed.provider),
        secrets: options.secrets,
        packageAsIs: options.packageAsIs,
        logger: options.logger,
      };
      return modelWithLog(modelOf(parsed.id), modelOptions, unknowns);
    },
  };
}
