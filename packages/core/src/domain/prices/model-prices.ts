/** US dollars for a million tokens. */
export interface TokenPrices {
  /** Of the prompt, what neither came from a cache nor went into one. */
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
}

/** What a model costs. */
export interface ModelPrices extends TokenPrices {
  /** For the whole of a request whose prompt has more tokens than `above`. */
  readonly long_prompt?: TokenPrices & { readonly above: number };
}

/** What a host says that models cost: a table by model reference, or a function; null for a model whose price is not known. */
export type Prices = Readonly<Record<string, ModelPrices>> | ((reference: string) => ModelPrices | null);

/** The price of a model, or null. Never throws. */
export type PriceLookup = (reference: string) => ModelPrices | null;
