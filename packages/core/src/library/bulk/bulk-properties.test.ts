import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAgentService } from "../../create-agent-service.ts";
import { memoryStore, memoryVolumes } from "../../memory/index.ts";
import type { AgentService } from "../../service.ts";
import { admin } from "../../test-host.test-support.ts";
import { scriptedModels, scriptedSandboxes } from "../../testing/index.ts";
import { exported, linesOf, load, type Loaded } from "../library.test-support.ts";
import type { BulkResult } from "./bulk.ts";

type Prompts = AgentService["prompts"];

function emptyLibrary(): Prompts {
  return createAgentService({
    store: memoryStore(),
    volumes: memoryVolumes(),
    sandbox: scriptedSandboxes(),
    models: scriptedModels([]),
  }).prompts;
}

const name = fc.constantFrom("a", "b", "c", "__proto__");
const put = fc.record(
  {
    name,
    content: fc.constantFrom("1", "2", "3 {{x}}"),
    description: fc.constantFrom("", "d"),
    labels: fc.constantFrom({}, { x: "1" }),
  },
  { requiredKeys: ["name", "content"] },
);
const remove = fc.record({ op: fc.constant("delete"), name });
const good = fc.oneof({ arbitrary: put, weight: 3 }, remove);
const bad = fc.constantFrom<unknown>({ name: "a" }, null, { op: "x", name: "a" });
const lines = fc.array(good, { maxLength: 30 });
const mixed = fc.array(fc.oneof({ arbitrary: good, weight: 6 }, bad), { maxLength: 30 });
const sizes = fc.array(fc.nat({ max: 6 }), { maxLength: 8 });

/** All that can be seen of a library, its ids aside. */
async function stateOf(prompts: Prompts): Promise<unknown> {
  const { items } = await prompts.list(admin, { limit: 500 });
  const versions = await Promise.all(
    items.map(async ({ name }) =>
      (await prompts.versions(admin, name, {})).items.map(({ version, content, description, labels }) => ({
        name,
        version,
        content,
        description,
        labels,
      })),
    ),
  );
  return versions.toSorted((a, b) => ((a[0]?.name ?? "") < (b[0]?.name ?? "") ? -1 : 1));
}

const withoutIds = (results: readonly BulkResult[]) => results.map(({ id, ...result }) => result);

async function oneByOne(prompts: Prompts, values: readonly unknown[]): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const [index, value] of values.entries()) {
    const loaded: Loaded = await load(prompts, [value]);
    results.push(...loaded.results.map((result) => ({ ...result, index })));
  }
  return results;
}

describe("any load", () => {
  it("does the same in any batches as line by line", async () => {
    await fc.assert(
      fc.asyncProperty(lines, mixed, sizes, async (before, values, cut) => {
        const [single, batched] = [emptyLibrary(), emptyLibrary()];
        await oneByOne(single, before);
        await load(batched, before);
        const expected = await oneByOne(single, values);
        const { results } = await load(batched, linesOf(values, cut));
        expect(withoutIds(results)).toEqual(withoutIds(expected));
        expect(await stateOf(batched)).toEqual(await stateOf(single));
      }),
      { numRuns: 80 },
    );
  });

  it("is told of exactly by its trial, which changes nothing", async () => {
    await fc.assert(
      fc.asyncProperty(lines, mixed, sizes, fc.boolean(), async (before, values, cut, atomic) => {
        const prompts = emptyLibrary();
        await load(prompts, before);
        const start = await stateOf(prompts);
        const trial = await load(prompts, linesOf(values, cut), { dryRun: true, atomic });
        expect(await stateOf(prompts)).toEqual(start);
        const real = await load(prompts, linesOf(values, cut), { atomic });
        expect(withoutIds(trial.results)).toEqual(withoutIds(real.results));
        expect(trial.summary).toEqual(real.summary);
        if (atomic && real.summary.errors > 0) expect(await stateOf(prompts)).toEqual(start);
      }),
      { numRuns: 80 },
    );
  });

  it("leaves what loads into an empty library to the same content, and changes nothing when loaded again", async () => {
    await fc.assert(
      fc.asyncProperty(lines, fc.boolean(), async (values, atomic) => {
        const [from, to] = [emptyLibrary(), emptyLibrary()];
        await load(from, values);
        const items = await exported(from);
        expect((await load(to, items, { atomic })).summary).toMatchObject({
          created: items.length,
          errors: 0,
        });
        expect(await exported(to)).toEqual(items);
        expect((await load(from, items, { atomic })).summary).toMatchObject({
          unchanged: items.length,
          updated: 0,
        });
      }),
      { numRuns: 80 },
    );
  });
});
