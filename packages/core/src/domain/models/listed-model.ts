import * as v from "valibot";

const Amount = v.pipe(v.number(), v.minValue(0));
const Count = v.pipe(v.number(), v.integer(), v.minValue(1));

const origin = {
  source: v.pipe(v.string(), v.description("Who says so.")),
  date: v.pipe(
    v.nullable(v.pipe(v.string(), v.isoDate())),
    v.description("The day of the source. Null: the operator's own figure, or not known."),
  ),
};

const tokenPrices = {
  input: v.pipe(Amount, v.description("Prompt tokens that are neither read from nor written to a cache.")),
  output: Amount,
  cache_read: Amount,
  cache_write: Amount,
};

const TokenCountSchema = v.strictObject({ value: Count, ...origin });
export type TokenCount = v.InferOutput<typeof TokenCountSchema>;

const LongPromptPricesSchema = v.strictObject({
  above: v.pipe(Count, v.description("Prompts with more tokens have these prices.")),
  ...tokenPrices,
});

const ListedPricesSchema = v.strictObject({
  ...tokenPrices,
  long_prompt: v.nullable(LongPromptPricesSchema),
  ...origin,
});
export type ListedPrices = v.InferOutput<typeof ListedPricesSchema>;

const Can = v.nullable(v.boolean());

const ListedCapabilitiesSchema = v.strictObject({
  images: v.pipe(Can, v.description("Whether this instance sends it images.")),
  tools: Can,
  reasoning: Can,
  structured_output: v.pipe(Can, v.description("Whether it can be made to answer by a JSON schema.")),
  ...origin,
});
export type ListedCapabilities = v.InferOutput<typeof ListedCapabilitiesSchema>;

/** A model that an instance can run, with what is known of it. Null: not known. */
export const ListedModelSchema = v.strictObject({
  reference: v.pipe(v.string(), v.description("What `model` and `small_model` of a config name.")),
  name: v.nullable(v.string()),
  is_default: v.pipe(v.boolean(), v.description("Used where a config names no `model`.")),
  is_small_default: v.pipe(
    v.boolean(),
    v.description("Writes the summaries where a config names neither `model` nor `small_model`."),
  ),
  context_window: v.pipe(
    v.nullable(TokenCountSchema),
    v.description("The most tokens of a prompt and its answer together."),
  ),
  max_output_tokens: v.pipe(v.nullable(TokenCountSchema), v.description("The most tokens of an answer.")),
  prices: v.pipe(
    v.nullable(ListedPricesSchema),
    v.description(
      "US dollars per million tokens. Null: a limit in US dollars is refused with `price_unknown`.",
    ),
  ),
  capabilities: v.nullable(ListedCapabilitiesSchema),
});
export type ListedModel = v.InferOutput<typeof ListedModelSchema>;
