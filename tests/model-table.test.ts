import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { BUILT_IN_MODELS } from "../packages/core/src/domain/models/built-in-models.ts";
import { newFolder } from "./new-folder.test-support.ts";

const ROOT = join(import.meta.dirname, "..");

interface Override {
  readonly reference: string;
  readonly source: string;
  readonly date: string;
  readonly [figure: string]: unknown;
}

async function overrides(): Promise<readonly Override[]> {
  const text = await readFile(join(ROOT, "scripts/models/overrides.json"), "utf8");
  return (JSON.parse(text) as { readonly models: readonly Override[] }).models;
}

const listed = {
  name: "New",
  tool_call: true,
  modalities: { input: ["text"], output: ["text"] },
  limit: { context: 400_000, output: 128_000 },
};

test("the script writes the table, and prints where the sources differ", async () => {
  const folder = await newFolder();
  const [first, second, out] = ["models-dev.json", "litellm.json", "table.ts"].map((name) =>
    join(folder, name),
  );
  if (first === undefined || second === undefined || out === undefined) throw new Error("no files");
  const models = {
    "gpt-9": { ...listed, cost: { input: 2, output: 10, cache_read: 0.2 } },
    "gpt-9-image": { ...listed, modalities: { input: ["text"], output: ["image"] } },
    "gpt-9-realtime": listed,
    "gpt-9-mute": { ...listed, tool_call: false },
    "gpt-4": { ...listed, limit: { context: 8_192, output: 8_192 } },
  };
  await writeFile(first, JSON.stringify({ openai: { models }, another: { models: { other: listed } } }));
  const litellm = {
    // The prompt alone: with the answer it is the same window.
    "gpt-9": {
      litellm_provider: "openai",
      max_input_tokens: 272_000,
      max_output_tokens: 128_000,
      input_cost_per_token: 3e-6,
      output_cost_per_token: 1e-5,
    },
    "gpt-4": { litellm_provider: "openai", max_input_tokens: 8_192, max_output_tokens: 4_096 },
  };
  await writeFile(second, JSON.stringify(litellm));
  const script = join(ROOT, "scripts/generate-models.mjs");
  const args = ["--no-warnings", script, "--day", "2026-12-01", "--out", out, first, second];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout.trim().split("\n")).toEqual([
    "openai/gpt-9 input: models.dev 2, litellm 3 (NOT DECIDED)",
    "openai/gpt-4 max_output_tokens: models.dev 8192, litellm 4096 (decided by an override)",
    expect.stringMatching(/^\d+ models, 2 disagreements$/) as string,
  ]);
  const table = await readFile(out, "utf8");
  expect(table).toMatch(
    /\["openai\/gpt-9", "New", \[400000, (\d+)\], \[128000, \1\], \[\[2,10,0.2,2\], \1\], \["ny\?\?", \1\]\],/,
  );
  expect(table).toContain('{ source: "models.dev", date: "2026-12-01" }');
  expect(table).toMatch(/\["openai\/gpt-4", "New", \[8192, \d+\], \[4096, \d+\]/);
  expect(table).not.toMatch(/gpt-9-(image|realtime|mute)|another/);
});

test("the table has what the overrides decide, with their sources", async () => {
  const lines = await overrides();
  // The last line that names a figure decides it.
  const decided = new Map(
    lines.flatMap(({ reference, source, date, name: _, ...figures }) =>
      Object.entries(figures).map(([figure, value]) => [
        `${reference} ${figure}`,
        { reference, figure, expected: { value, source, date } },
      ]),
    ),
  );
  expect(decided.size).toBeGreaterThan(20);
  for (const { reference, figure, expected } of decided.values())
    expect([reference, figure, BUILT_IN_MODELS.find(reference)]).toMatchObject([
      reference,
      figure,
      { [figure]: expected },
    ]);
  for (const { source, date } of lines) {
    expect(source).toMatch(/\w/);
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
});
