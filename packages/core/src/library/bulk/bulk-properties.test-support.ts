import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Principal } from "../../domain/principals/principal.ts";
import type { AgentService } from "../../composition/agent-service.ts";
import { admin, testService } from "../../test-host.test-support.ts";
import { exported, linesOf, load, type Loaded } from "../library.test-support.ts";
import type { BulkOptions, BulkResult } from "../../domain/library/bulk.ts";

interface Library {
  readonly prompts: AgentService["prompts"];
  /** To whom alone it belongs. */
  readonly owner: Principal;
}

/** Makes empty libraries, each a tenant's own in one store. */
function emptyLibraries(): () => Library {
  const { prompts } = testService();
  let count = 0;
  return () => ({ prompts, owner: { ...admin, tenant: `tenant-${++count}` } });
}

const loadInto = (
  { prompts, owner }: Library,
  lines: Parameters<typeof load>[1],
  options?: Partial<BulkOptions>,
) => load(prompts, lines, options, owner);
const allOf = ({ prompts, owner }: Library) => exported(prompts, owner);

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
async function stateOf({ prompts, owner }: Library): Promise<unknown> {
  const { items } = await prompts.list(owner, { limit: 500 });
  const versions = await Promise.all(
    items.map(async ({ name }) =>
      (await prompts.versions(owner, name, {})).items.map(({ version, content, description, labels }) => ({
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

async function oneByOne(library: Library, values: readonly unknown[]): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const [index, value] of values.entries()) {
    const loaded: Loaded = await loadInto(library, [value]);
    results.push(...loaded.results.map((result) => ({ ...result, index })));
  }
  return results;
}

/** What holds for any load, each tried with `numRuns` of them. */
export function describeAnyLoad(numRuns: number): void {
  describe("any load", () => {
    it("does the same in any batches as line by line", async () => {
      const emptyLibrary = emptyLibraries();
      await fc.assert(
        fc.asyncProperty(lines, mixed, sizes, async (before, values, cut) => {
          const [single, batched] = [emptyLibrary(), emptyLibrary()];
          await oneByOne(single, before);
          await loadInto(batched, before);
          const expected = await oneByOne(single, values);
          const { results } = await loadInto(batched, linesOf(values, cut));
          expect(withoutIds(results)).toEqual(withoutIds(expected));
          expect(await stateOf(batched)).toEqual(await stateOf(single));
        }),
        { numRuns },
      );
    });

    it("is predicted exactly by its dry run, which changes nothing", async () => {
      const emptyLibrary = emptyLibraries();
      await fc.assert(
        fc.asyncProperty(lines, mixed, sizes, fc.boolean(), async (before, values, cut, atomic) => {
          const library = emptyLibrary();
          await loadInto(library, before);
          const start = await stateOf(library);
          const trial = await loadInto(library, linesOf(values, cut), { dryRun: true, atomic });
          expect(await stateOf(library)).toEqual(start);
          const real = await loadInto(library, linesOf(values, cut), { atomic });
          expect(withoutIds(trial.results)).toEqual(withoutIds(real.results));
          expect(trial.summary).toEqual(real.summary);
          if (atomic && real.summary.errors > 0) expect(await stateOf(library)).toEqual(start);
        }),
        { numRuns },
      );
    });

    it("leaves what loads into an empty library to the same content, and changes nothing when loaded again", async () => {
      const emptyLibrary = emptyLibraries();
      await fc.assert(
        fc.asyncProperty(lines, fc.boolean(), async (values, atomic) => {
          const [from, to] = [emptyLibrary(), emptyLibrary()];
          await loadInto(from, values);
          const items = await allOf(from);
          expect((await loadInto(to, items, { atomic })).summary).toMatchObject({
            created: items.length,
            errors: 0,
          });
          expect(await allOf(to)).toEqual(items);
          expect((await loadInto(from, items, { atomic })).summary).toMatchObject({
            unchanged: items.length,
            updated: 0,
          });
        }),
        { numRuns },
      );
    });
  });
}
