import type { ListedModel } from "@workspace-agent/client";

/** `1.05M`, `128K`. */
const TOKENS = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 2 });

/** The figures of a model in a line: `1M tokens, $2 in, $10 out`. The prices are for a million tokens. */
export function describeModel({ context_window, prices }: ListedModel): string {
  const window = context_window === null ? "unknown window" : `${TOKENS.format(context_window.value)} tokens`;
  const cost = prices === null ? "unknown price" : `$${prices.input} in, $${prices.output} out`;
  return `${window}, ${cost}`;
}

/** The models whose reference or name has each word of a text. */
export function matching(models: readonly ListedModel[], text: string): readonly ListedModel[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return models.filter(({ reference, name }) => {
    const searched = `${reference} ${name ?? ""}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}
