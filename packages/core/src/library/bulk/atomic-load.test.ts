import { beforeEach, describe, expect, it } from "vitest";
import { DomainError } from "../../domain/errors/domain-error.ts";
import type { StagedLinesRepository } from "../../ports/library-store.ts";
import type { Store } from "../../ports/store.ts";
import type { AgentService } from "../../composition/agent-service.ts";
import { admin, testService } from "../../test-host.test-support.ts";
import { testStore } from "../../testing/index.ts";
import { aPrompt, exported, linesOf, load, refusal } from "../library.test-support.ts";
import type { BulkLine } from "../../domain/library/bulk.ts";

const atomic = { atomic: true } as const;
let prompts: AgentService["prompts"];
let loads: Set<string>;
let staged: StagedLinesRepository;
/** The addition to a load, counted from 1, before which everything staged is swept away. */
let sweepsBefore: number | null;

beforeEach(() => {
  const store = testStore();
  loads = new Set();
  sweepsBefore = null;
  let additions = 0;
  staged = store.stagedLines;
  const watched: Store = {
    ...store,
    stagedLines: {
      append: async (tenant, load, ...rest) => {
        loads.add(load);
        if ((additions += 1) === sweepsBefore) await staged.sweep(Number.MAX_SAFE_INTEGER);
        return staged.append(tenant, load, ...rest);
      },
      page: (...asked) => staged.page(...asked),
      delete: (...asked) => staged.delete(...asked),
      sweep: (...asked) => staged.sweep(...asked),
    },
  };
  ({ prompts } = testService({ store: watched }));
});

async function expectNothingStaged(): Promise<void> {
  expect(loads.size).toBeGreaterThan(0);
  for (const load of loads) {
    expect(await staged.page(admin.tenant, load, { after: -1, limit: 10 })).toEqual([]);
  }
}

describe("an atomic load", () => {
  it("writes all lines and leaves none behind", async () => {
    const values = Array.from({ length: 1_300 }, (_, index) =>
      aPrompt(`p${index % 1_200}`, { content: `${index}` }),
    );
    const { results, summary } = await load(prompts, linesOf(values, [1, 700]), atomic);
    expect(results.map(({ index }) => index)).toEqual(values.map((_, index) => index));
    expect(summary).toMatchObject({ created: 1_200, updated: 100 });
    expect((await prompts.get(admin, results[1_250]?.id ?? "")).item.version).toBe(2);
    expect(await exported(prompts)).toHaveLength(1_200);
    await expectNothingStaged();
  });

  it("with one bad line writes nothing, and tells what each line would have done", async () => {
    const { item } = await prompts.create(admin, aPrompt("there"));
    const values = [
      aPrompt("a"),
      aPrompt("there", { content: "new" }),
      { name: "bad" },
      { op: "delete", name: "there" },
    ];
    const { results, summary } = await load(prompts, values, atomic);
    expect(results).toMatchObject([
      { index: 0, name: "a", status: "created", version: 1 },
      { index: 1, name: "there", id: item.id, status: "updated", version: 2 },
      { index: 2, name: "bad", status: "error", error: { code: "invalid_request" } },
      { index: 3, name: "there", id: item.id, status: "deleted" },
    ]);
    expect(results[0]).not.toHaveProperty("id");
    expect(Object.keys(results[2] ?? {}).toSorted()).toEqual(["error", "index", "name", "status"]);
    expect(summary).toEqual({ created: 1, updated: 1, unchanged: 0, deleted: 1, errors: 1 });
    expect((await prompts.list(admin, {})).items).toEqual([item]);
    await expectNothingStaged();
  });

  it("writes nothing when its lines break off", async () => {
    async function* lines(): AsyncGenerator<readonly BulkLine[]> {
      yield* linesOf(Array.from({ length: 1_000 }, (_, index) => aPrompt(`p${index}`)));
      throw new DomainError("invalid_request", "The body broke off.");
    }
    expect((await refusal(load(prompts, lines(), atomic))).detail).toBe("The body broke off.");
    expect(await exported(prompts)).toEqual([]);
    await expectNothingStaged();
  });

  it("writes nothing when its staged lines were swept away meanwhile", async () => {
    sweepsBefore = 2;
    const values = Array.from({ length: 600 }, (_, index) => aPrompt(`p${index}`));
    expect((await refusal(load(prompts, values, atomic))).code).toBe("overloaded");
    expect(await exported(prompts)).toEqual([]);
    await expectNothingStaged();
  });

  it("holds what is wrong with many lines once", async () => {
    const { results } = await load(prompts, [{}, { name: 1 }, {}], atomic);
    expect(results.map(({ status }) => status)).toEqual(["error", "error", "error"]);
    expect(results[2]?.error).toBe(results[0]?.error);
    expect(results[1]?.error).not.toEqual(results[0]?.error);
  });

  it("that is a trial writes nothing either", async () => {
    const values = [aPrompt("a"), aPrompt("a", { content: "2" })];
    const { results } = await load(prompts, values, { atomic: true, dryRun: true });
    expect(results).toEqual([
      { index: 0, name: "a", status: "created", version: 1 },
      { index: 1, name: "a", status: "updated", version: 2 },
    ]);
    expect(await exported(prompts)).toEqual([]);
    await expectNothingStaged();
  });
});
