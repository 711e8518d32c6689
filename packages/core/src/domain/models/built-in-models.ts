import type { ModelPrices } from "../prices/model-prices.ts";
import { FAMILY_ROWS, MODEL_ROWS, ORIGINS } from "./model-table.ts";
import { ModelIndex } from "./model-index.ts";
import { familiesOfRows, modelsOfRows } from "./table-rows.ts";

const MODELS = modelsOfRows(MODEL_ROWS, ORIGINS);

/** The models that this version knows, with the day and source of each figure. */
export const BUILT_IN_MODELS = new ModelIndex(MODELS, familiesOfRows(FAMILY_ROWS));

/**
 * List prices in US dollars per million tokens, standard tier, without regional surcharges, by model reference. Prices change: a host that
 * bills by them sets its own (`createAgentService({ prices })`).
 */
export const LIST_PRICES: Readonly<Record<string, ModelPrices>> = Object.fromEntries(
  MODELS.flatMap(({ reference, prices }) => (prices === null ? [] : [[reference, prices.value]])),
);
