import type { ModelPrices } from "../prices/model-prices.ts";

/** Where a figure comes from. */
export interface Origin {
  readonly source: string;
  /** The day on which the source said so, `YYYY-MM-DD`. Null: not known. */
  readonly date: string | null;
}

/** What a model can do. Null: the source does not say. */
export interface Capabilities {
  /** Images may be in its prompts. */
  readonly images: boolean | null;
  readonly tools: boolean | null;
  readonly reasoning: boolean | null;
  /** It can be made to answer by a JSON schema. */
  readonly structured_output: boolean | null;
}

/** A value with its origin. */
export interface Figure<Value> extends Origin {
  readonly value: Value;
}

/** The figures of a model. Null: not known. */
export interface KnownModel {
  /** `provider/model`. */
  readonly reference: string;
  /** For people. */
  readonly name: string | null;
  /** The most tokens of a prompt and its answer together. */
  readonly context_window: Figure<number> | null;
  /** The most tokens of an answer. */
  readonly max_output_tokens: Figure<number> | null;
  readonly prices: Figure<ModelPrices> | null;
  readonly capabilities: Figure<Capabilities> | null;
}
