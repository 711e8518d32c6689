import type { Figure, KnownModel, Origin } from "../domain/models/known-model.ts";
import type {
  ListedCapabilities,
  ListedModel,
  ListedPrices,
  TokenCount,
} from "../domain/models/listed-model.ts";
import type { ModelSize } from "../domain/models/model-index.ts";
import type { ModelPrices } from "../domain/prices/model-prices.ts";
import type { Model } from "../ports/model.ts";

const HOST: Origin = { source: "this instance", date: null };

/** The model is not listed; its size is that of a listed one. */
const BY_NAME: Origin = { source: "a model whose name begins alike", date: null };

/** The count that is used, with the origin of the figure that it is. A model without a limit has none. */
function countOf(
  used: number | undefined,
  known: Figure<number> | null | undefined,
  byName: number | undefined,
): TokenCount | null {
  if (used === undefined || used === Number.MAX_SAFE_INTEGER) return null;
  const other = used === byName ? BY_NAME : HOST;
  const { source, date } = known?.value === used ? known : other;
  return { value: used, source, date };
}

function pricesOf(
  used: ModelPrices | null,
  known: Figure<ModelPrices> | null | undefined,
): ListedPrices | null {
  if (used === null) return null;
  const { input, output, cache_read, cache_write, long_prompt: long } = used;
  const { source, date } = known ?? HOST;
  const long_prompt = long === undefined ? null : { ...long };
  return { input, output, cache_read, cache_write, long_prompt, source, date };
}

function capabilitiesOf(model: Model, known: KnownModel | null): ListedCapabilities {
  const { value, source, date } = known?.capabilities ?? { value: undefined, ...HOST };
  return {
    images: model.sees_images ?? false,
    tools: value?.tools ?? null,
    reasoning: value?.reasoning ?? null,
    structured_output: value?.structured_output ?? null,
    source,
    date,
  };
}

/** A model as it runs here, with the origin of each figure. `size`: the known one; `prices`: those that count here. */
export function describeModel(
  model: Model,
  known: KnownModel | null,
  {
    size,
    prices,
    hasOwnPrices,
    defaults,
  }: {
    readonly size: ModelSize | null;
    readonly prices: ModelPrices | null;
    readonly hasOwnPrices: boolean;
    readonly defaults: { readonly model: string; readonly small_model: string };
  },
): ListedModel {
  const { reference } = model;
  return {
    reference,
    name: known?.name ?? null,
    is_default: reference === defaults.model,
    is_small_default: reference === defaults.small_model,
    context_window: countOf(model.context_window, known?.context_window, size?.context_window),
    max_output_tokens: countOf(model.max_output_tokens, known?.max_output_tokens, size?.max_output_tokens),
    prices: pricesOf(prices, hasOwnPrices ? null : known?.prices),
    capabilities: capabilitiesOf(model, known),
  };
}
