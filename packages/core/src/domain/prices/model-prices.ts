/** US dollars per million tokens. */
export interface TokenPrices {
  /** The part of the prompt that is neither read from nor written to a cache. */
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
}

/** The prices of a model. */
export interface ModelPrices extends TokenPrices {
  /** For requests whose prompt has more tokens than `above`. */
  readonly long_prompt?: TokenPrices & { readonly above: number };
}

/** Prices of the host: a table by model reference, or a function that returns null for an unknown model. */
export type Prices = Readonly<Record<string, ModelPrices>> | ((reference: string) => ModelPrices | null);

/** The price of a model, or null. Never throws. */
export type PriceLookup = (reference: string) => ModelPrices | null;
