import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { testApi, type TestApi } from "../../packages/http/src/test-api.test-support.ts";

const FILE = join(import.meta.dirname, "../../..", "shared", "fixtures", "prompts", "prompts.csv");
const isThere = existsSync(FILE);
if (!isThere) console.warn("SKIPPED: the load of real prompts, for ../shared/fixtures is absent");

const NDJSON = "application/x-ndjson";

interface Result {
  readonly name?: string;
  readonly status?: string;
  readonly summary?: Readonly<Record<string, number>>;
}

/** The rows as prompts. Repeated names are numbered. */
function prompts(): readonly { readonly name: string; readonly content: string }[] {
  const rows = parse<{ act: string; prompt: string }>(readFileSync(FILE), { columns: true, bom: true });
  const seen = new Map<string, number>();
  return rows.map(({ act, prompt }) => {
    const count = (seen.get(act) ?? 0) + 1;
    seen.set(act, count);
    return { name: count === 1 ? act : `${act} ${count}`, content: prompt };
  });
}

async function load(api: TestApi, lines: string): Promise<{ results: readonly Result[]; summary: unknown }> {
  const headers = { "content-type": NDJSON };
  const answer = await api.call("POST", "/api/prompts/bulk", { body: lines, headers });
  expect(answer.status, answer.text).toBe(200);
  const results = answer.text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Result);
  return { results: results.slice(0, -1), summary: results.at(-1)?.summary };
}

async function exported(api: TestApi): Promise<string> {
  const answer = await api.call("GET", "/api/prompts", { headers: { accept: NDJSON } });
  expect(answer.headers.get("content-type")).toContain(NDJSON);
  return answer.text;
}

const summary = (counts: object) => ({
  created: 0,
  updated: 0,
  unchanged: 0,
  deleted: 0,
  errors: 0,
  ...counts,
});

describe.runIf(isThere)("152 real prompts", () => {
  test("load by bulk, load again without a change, and are the same after an export", async () => {
    await using first = await testApi();
    const given = prompts();
    const lines = given.map((prompt) => `${JSON.stringify(prompt)}\n`).join("");

    const loaded = await load(first, lines);
    expect(loaded.summary).toEqual(summary({ created: 152 }));
    expect(loaded.results.map(({ name }) => name)).toEqual(given.map(({ name }) => name));
    expect((await load(first, lines)).summary).toEqual(summary({ unchanged: 152 }));

    const export1 = await exported(first);
    expect(export1.trimEnd().split("\n")).toHaveLength(152);
    expect((await load(first, export1)).summary).toEqual(summary({ unchanged: 152 }));

    await using second = await testApi();
    expect((await load(second, export1)).summary).toEqual(summary({ created: 152 }));
    expect(await exported(second)).toBe(export1);

    for (const { name, content } of given) {
      const { json } = await second.call("GET", `/api/prompts/${encodeURIComponent(name)}`);
      expect(json).toMatchObject({ name, content, version: 1 });
    }
  });
});
