// Writes the table of models from a copy of models.dev's data, and prints where litellm's data says otherwise.
//
//   node scripts/generate-models.mjs [--day YYYY-MM-DD] [--out FILE] MODELS_DEV LITELLM
//
// MODELS_DEV is a file or URL of models.dev's api.json, LITELLM one of litellm's model_prices_and_context_window.json. The day is that of
// the data of models.dev; without it, that of the file, or today. What the sources have wrong, or do not have yet, is decided in
// scripts/models/overrides.json.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parseModelsDev } from "../packages/core/src/domain/models/models-dev.ts";
import { disagreements, mergeModels } from "./models/table.mjs";
import { parseLitellm, read } from "./models/sources.mjs";
import { tableText } from "./models/table-text.mjs";

const ROOT = join(import.meta.dirname, "..");
const TABLE = "packages/core/src/domain/models/model-table.ts";

const {
  values: { day, out = join(ROOT, TABLE) },
  positionals: [first, second],
} = parseArgs({ options: { day: { type: "string" }, out: { type: "string" } }, allowPositionals: true });
if (first === undefined || second === undefined) {
  console.error("usage: node scripts/generate-models.mjs [--day YYYY-MM-DD] [--out FILE] MODELS_DEV LITELLM");
  process.exit(2);
}

const overrides = JSON.parse(readFileSync(join(ROOT, "scripts/models/overrides.json"), "utf8"));
const catalog = await read(first);
const given = parseModelsDev(catalog.text, { source: "models.dev", date: day ?? catalog.date });
const models = mergeModels(given, overrides.models);
writeFileSync(out, tableText(models, overrides.families));
const lines = disagreements(given, parseLitellm((await read(second)).text), overrides.models);
for (const line of lines) console.log(line);
console.log(`${models.length} models, ${lines.length} disagreements`);
