import * as v from "valibot";
import type { ModelPrices, TokenPrices } from "../prices/model-prices.ts";
import type { Capabilities, Figure, KnownModel, Origin } from "./known-model.ts";

/** models.dev has some thousands. */
const MAX_MODELS = 20_000;
const MAX_NAME = 255;
const Amount = v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000));
const costEntries = {
  input: Amount,
  output: Amount,
  cache_read: v.optional(Amount),
  cache_write: v.optional(Amount),
};
const Cost = v.object(costEntries);
type Cost = v.InferOutput<typeof Cost>;

const Tier = v.object({
  ...costEntries,
  tier: v.object({
    type: v.optional(v.literal("context"), "context"),
    size: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
});

/** What is used of a model of models.dev's `api.json`. It has more fields, and gets new ones. */
const ModelsDevModel = v.object({
  name: v.optional(v.pipe(v.string(), v.maxLength(MAX_NAME))),
  tool_call: v.optional(v.boolean()),
  reasoning: v.optional(v.boolean()),
  structured_output: v.optional(v.boolean()),
  modalities: v.optional(v.object({ input: v.array(v.string()), output: v.array(v.string()) })),
  limit: v.optional(v.object({ context: v.optional(v.number()), output: v.optional(v.number()) })),
  cost: v.optional(
    v.object({
      ...costEntries,
      tiers: v.optional(v.array(Tier)),
      context_over_200k: v.optional(Cost),
    }),
  ),
});
type ModelsDevModel = v.InferOutput<typeof ModelsDevModel>;

const ModelsDevProvider = v.object({ models: v.record(v.string(), v.unknown()) });

/** An absent price of a cache is that of the input. */
function tokenPrices({ input, output, cache_read = input, cache_write = input }: Cost): TokenPrices {
  return { input, output, cache_read, cache_write };
}

/** The dearest of several prices, each by itself. */
function dearest(prices: readonly TokenPrices[]): TokenPrices {
  const most = (name: keyof TokenPrices) => Math.max(...prices.map((each) => each[name]));
  return {
    input: most("input"),
    output: most("output"),
    cache_read: most("cache_read"),
    cache_write: most("cache_write"),
  };
}

/** Of several lengths of a prompt, the first one counts with the dearest prices, so that no cost is more than what is counted. */
function pricesOf(cost: NonNullable<ModelsDevModel["cost"]>): ModelPrices {
  const short = tokenPrices(cost);
  const { tiers = [], context_over_200k: long } = cost;
  const above = tiers.length > 0 ? Math.min(...tiers.map(({ tier }) => tier.size)) : 200_000;
  const beyond = tiers.length > 0 ? tiers : long === undefined ? [] : [long];
  if (beyond.length === 0) return short;
  return { ...short, long_prompt: { above, ...dearest(beyond.map(tokenPrices)) } };
}

function capabilitiesOf(model: ModelsDevModel): Capabilities {
  return {
    images: model.modalities === undefined ? null : model.modalities.input.includes("image"),
    tools: model.tool_call ?? null,
    reasoning: model.reasoning ?? null,
    structured_output: model.structured_output ?? null,
  };
}

const hasTextOutput = ({ modalities }: ModelsDevModel) => modalities?.output.includes("text") ?? true;

function toKnownModel(reference: string, model: ModelsDevModel, origin: Origin): KnownModel {
  const figure = <Value>(value: Value): Figure<Value> => ({ value, ...origin });
  const count = (amount: number | undefined) =>
    amount === undefined || !Number.isSafeInteger(amount) || amount < 1 ? null : figure(amount);
  return {
    reference,
    name: model.name ?? null,
    context_window: count(model.limit?.context),
    max_output_tokens: count(model.limit?.output),
    prices: model.cost === undefined ? null : figure(pricesOf(model.cost)),
    capabilities: figure(capabilitiesOf(model)),
  };
}

const PLAIN = v.record(v.string(), v.unknown());

/** The number of models in a catalog, before anything is checked. */
function countModels(providers: unknown): number {
  const sizeOf = (value: unknown) =>
    typeof value === "object" && value !== null ? Object.keys(value).length : 0;
  if (typeof providers !== "object" || providers === null) return 0;
  const models = (provider: unknown) =>
    typeof provider === "object" && provider !== null && "models" in provider ? provider.models : null;
  return Object.values(providers).reduce(
    (sum: number, provider: unknown) => sum + 1 + sizeOf(models(provider)),
    0,
  );
}

/**
 * The models in a text of the format of models.dev's `api.json` that answer with text. A model that is not in this format is left out.
 * Throws an `Error` where the text has no model at all.
 */
export function parseModelsDev(text: string, origin: Origin): readonly KnownModel[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error("The catalog is not JSON.");
  }
  if (countModels(json) > MAX_MODELS)
    throw new Error(`The catalog has more than ${MAX_MODELS} models and providers.`);
  const providers = v.safeParse(PLAIN, json);
  const models = Object.entries(providers.success ? providers.output : {}).flatMap(([provider, given]) => {
    const parsed = v.safeParse(ModelsDevProvider, given);
    return Object.entries(parsed.success ? parsed.output.models : {}).flatMap(([id, entry]) => {
      const model = v.safeParse(ModelsDevModel, entry);
      const reference = `${provider}/${id}`;
      if (!model.success || reference.length > MAX_NAME || !hasTextOutput(model.output)) return [];
      return [toKnownModel(reference, model.output, origin)];
    });
  });
  if (models.length === 0)
    throw new Error("The catalog has no models in the format of models.dev's api.json.");
  return models;
}
