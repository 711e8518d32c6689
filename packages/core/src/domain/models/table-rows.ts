import type { ModelPrices } from "../prices/model-prices.ts";
import type { Capabilities, Figure, KnownModel, Origin } from "./known-model.ts";
import type { NamedSize } from "./model-index.ts";

/** A value with the position of its origin. */
type Cell<Value> = readonly [value: Value, origin: number] | null;

/** Input, output, cache read and cache write; then, for prompts above a length, that length and the same four. */
type PriceRow =
  | readonly [number, number, number, number]
  | readonly [number, number, number, number, number, number, number, number, number];

/** A model in the generated table. Capabilities are a letter each, in the order of `Capabilities`: `y`, `n` or `?`. */
export type ModelRow = readonly [
  reference: string,
  name: string | null,
  contextWindow: Cell<number>,
  maxOutputTokens: Cell<number>,
  prices: Cell<PriceRow>,
  capabilities: Cell<string>,
];

export type FamilyRow = readonly [beginning: string, contextWindow: number, maxOutputTokens: number];

function pricesOf([input, output, cache_read, cache_write, above, ...long]: PriceRow): ModelPrices {
  const short = { input, output, cache_read, cache_write };
  if (above === undefined) return short;
  const [longInput = input, longOutput = output, longRead = cache_read, longWrite = cache_write] = long;
  return {
    ...short,
    long_prompt: {
      above,
      input: longInput,
      output: longOutput,
      cache_read: longRead,
      cache_write: longWrite,
    },
  };
}

const can = (letter: string | undefined): boolean | null =>
  letter === "y" ? true : letter === "n" ? false : null;

function capabilitiesOf(letters: string): Capabilities {
  const [images, tools, reasoning, structured] = letters;
  return {
    images: can(images),
    tools: can(tools),
    reasoning: can(reasoning),
    structured_output: can(structured),
  };
}

/** The models of the rows of a table. */
export function modelsOfRows(rows: readonly ModelRow[], origins: readonly Origin[]): readonly KnownModel[] {
  const figure = <Given, Value>(
    cell: Cell<Given>,
    valueOf: (given: Given) => Value,
  ): Figure<Value> | null => {
    const origin = cell === null ? undefined : origins[cell[1]];
    return cell === null || origin === undefined ? null : { value: valueOf(cell[0]), ...origin };
  };
  const same = (count: number) => count;
  return rows.map(([reference, name, context_window, max_output_tokens, prices, capabilities]) => ({
    reference,
    name,
    context_window: figure(context_window, same),
    max_output_tokens: figure(max_output_tokens, same),
    prices: figure(prices, pricesOf),
    capabilities: figure(capabilities, capabilitiesOf),
  }));
}

/** The sizes of models whose names begin alike, for models that no table lists. */
export function familiesOfRows(rows: readonly FamilyRow[]): readonly NamedSize[] {
  return rows.map(([beginning, context_window, max_output_tokens]) => [
    beginning,
    { context_window, max_output_tokens },
  ]);
}
