import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Logger, ModelProvider } from "@workspace-agent/core";
import { modelWithLog } from "./ai-sdk-model.ts";
import { knownSize } from "./context-windows.ts";
import { keptOnceMade } from "./kept-once-made.ts";
import { UnknownLog } from "./unknown-words.ts";

/** A model costs its provider more to make than a short answer costs to read; references come from callers. */
const MAX_KEPT_MODELS = 100;

/** The part of an AI SDK provider that is used: `createAnthropic()`, `createOpenAI()`, `createOpenAICompatible()` and others fit. */
export interface LanguageModels {
  languageModel(id: string): LanguageModelV4;
}

export type LanguageModelsSource = LanguageModels | (() => Promise<LanguageModels>);

/** Providers are functions with members themselves. */
function isLoaded(source: LanguageModelsSource): source is LanguageModels {
  return "languageModel" in source;
}

export interface AiSdkModelsOptions {
  /**
   * The providers by the first part of the references they serve: `anthropic`, `openai`, `openai-compatible`, or the host's own
   * name. A function is called at the first use: a provider's package costs start-up time and memory.
   */
  readonly providers: Readonly<Record<string, LanguageModelsSource>>;
  /** The reference that a null `model` of a config stands for. */
  readonly default: string;
  /** The most tokens of a prompt and its answer, by reference: where a well-known model has another window here, or the model is not known. */
  readonly contextWindows?: Readonly<Record<string, number>>;
  /** Which models see images, by reference. Default: those of the providers `anthropic` and `openai`. */
  readonly seesImages?: (reference: string) => boolean;
  /** Values that never appear in an error, such as API keys. */
  readonly secrets?: readonly string[];
  /** As for a single model. Default false. */
  readonly packageAsIs?: boolean;
  /** Told of failed calls, without prompt and credentials. */
  readonly logger?: Logger;
}

/** Splits `provider/id`; the id may hold slashes. Null: it is no reference of that form. */
export function parseReference(reference: string): { readonly provider: string; readonly id: string } | null {
  const slash = reference.indexOf("/");
  if (slash < 1 || slash === reference.length - 1) return null;
  return { provider: reference.slice(0, slash), id: reference.slice(slash + 1) };
}

/** All current models of these do. */
const SEEING_PROVIDERS: ReadonlySet<string> = new Set(["anthropic", "openai"]);

/** The models of AI SDK providers, by references `provider/id`. */
export function aiSdkModels(options: AiSdkModelsOptions): ModelProvider {
  const providers = new Map(Object.entries(options.providers));
  const loaded = keptOnceMade<LanguageModelV4>(MAX_KEPT_MODELS);
  const unknowns = new UnknownLog(options.logger);
  return {
    default: options.default,
    resolve(reference) {
      const parsed = parseReference(reference);
      const provider = parsed === null ? undefined : providers.get(parsed.provider);
      if (parsed === null || provider === undefined) return null;
      const source = isLoaded(provider)
        ? provider.languageModel(parsed.id)
        : () => loaded(reference, async () => (await provider()).languageModel(parsed.id));
      const known = knownSize(parsed.id);
      const modelOptions = {
        reference,
        contextWindow: options.contextWindows?.[reference] ?? known?.contextWindow,
        maxOutputTokens: known?.maxOutputTokens,
        seesImages: options.seesImages?.(reference) ?? SEEING_PROVIDERS.has(parsed.provider),
        secrets: options.secrets,
        packageAsIs: options.packageAsIs,
        logger: options.logger,
      };
      return modelWithLog(source, modelOptions, unknowns);
    },
  };
}
