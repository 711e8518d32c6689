import { readFileSync, statSync } from "node:fs";

/** The text of a file or URL, and the day that it is of. */
export async function read(source) {
  if (!/^https?:\/\//.test(source))
    return { text: readFileSync(source, "utf8"), date: dayOf(statSync(source).mtime) };
  const response = await fetch(source, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`${source} answered ${response.status}.`);
  return { text: await response.text(), date: dayOf(new Date()) };
}

const dayOf = (time) => time.toISOString().slice(0, 10);

const perMillion = (perToken) =>
  perToken === undefined ? undefined : Math.round(perToken * 1e6 * 1e9) / 1e9;

/** Keys such as `input_cost_per_token_above_272k_tokens`. */
function longPrompt(entry) {
  const found = Object.keys(entry)
    .map((key) => /^input_cost_per_token_above_(\d+)k_tokens$/.exec(key))
    .find((match) => match !== null);
  if (found === undefined) return undefined;
  const suffix = `_above_${found[1]}k_tokens`;
  return {
    above: Number(found[1]) * 1_000,
    input: perMillion(entry[`input_cost_per_token${suffix}`]),
    output: perMillion(entry[`output_cost_per_token${suffix}`]),
    cache_read: perMillion(entry[`cache_read_input_token_cost${suffix}`]),
    cache_write: perMillion(entry[`cache_creation_input_token_cost${suffix}`]),
  };
}

/** The figures of litellm's `model_prices_and_context_window.json`, by `provider/model`. */
export function parseLitellm(text) {
  const figures = new Map();
  for (const [key, entry] of Object.entries(JSON.parse(text))) {
    const { litellm_provider: given, max_input_tokens, max_output_tokens } = entry;
    const provider = given === "gemini" ? "google" : given;
    const id = key.startsWith(`${given}/`) ? key.slice(given.length + 1) : key;
    if (id.includes("/")) continue;
    const long = longPrompt(entry);
    figures.set(`${provider}/${id}`, {
      context_window: max_input_tokens,
      max_output_tokens,
      input: perMillion(entry.input_cost_per_token),
      output: perMillion(entry.output_cost_per_token),
      cache_read: perMillion(entry.cache_read_input_token_cost),
      cache_write: perMillion(entry.cache_creation_input_token_cost),
      ...(long !== undefined && { long_prompt: long }),
    });
  }
  return figures;
}
