import { describe, expect, it } from "vitest";
import type { KnownModel } from "../domain/models/known-model.ts";
import type { ModelCatalog } from "../ports/model-catalog.ts";
import { fakeClock } from "../testing/index.ts";
import { testHost } from "../test-host.test-support.ts";
import { CatalogRefresh } from "./catalog-refresh.ts";
import { KnownModels } from "./known-models.ts";

const HOUR = 3_600_000;
const priced = (input: number): KnownModel => ({
  reference: "scripted/model",
  name: "Scripted",
  context_window: null,
  max_output_tokens: null,
  prices: {
    value: { input, output: input, cache_read: input, cache_write: input },
    source: "catalog",
    date: "2026-11-26",
  },
  capabilities: null,
});

type Answer = readonly KnownModel[] | null | Error | "hangs";

/** A catalog that gives these answers in turn. */
function catalogOf(answers: readonly Answer[], kept?: readonly KnownModel[] | Error) {
  let reads = 0;
  const catalog: ModelCatalog = {
    name: "catalog",
    async read() {
      const answer = answers[reads++] ?? null;
      if (answer === "hangs") return new Promise(() => {});
      if (answer instanceof Error) throw answer;
      return answer;
    },
    ...(kept !== undefined && {
      kept: () => (kept instanceof Error ? Promise.reject(kept) : Promise.resolve(kept)),
    }),
  };
  return { catalog, reads: () => reads };
}

function refreshing(answers: readonly Answer[], kept?: readonly KnownModel[] | Error) {
  const clock = fakeClock();
  const { catalog, reads } = catalogOf(answers, kept);
  const known = new KnownModels();
  const warnings: string[] = [];
  const log = () => {};
  const logger = {
    debug: log,
    info: log,
    warn: (_: object, message: string) => void warnings.push(message),
    error: log,
  };
  const refresh = new CatalogRefresh({ modelCatalog: catalog }, known, clock, logger);
  const price = () => known.find("scripted/model")?.prices?.value.input ?? null;
  return { refresh, clock, warnings, reads, price };
}

describe("a catalog of models", () => {
  it("is read again every six hours, and stays where it is unchanged or cannot be read", async () => {
    const answers = [[priced(1)], null, new Error("not reachable"), [priced(5)]];
    const { refresh, clock, warnings, reads, price } = refreshing(answers, [priced(9)]);
    await refresh.start();
    await clock.advance(6 * HOUR - 1);
    expect([reads(), price()]).toEqual([1, 1]);
    await clock.advance(1);
    expect([reads(), price()]).toEqual([2, 1]);
    await clock.advance(6 * HOUR);
    expect([reads(), price()]).toEqual([3, 1]);
    expect(warnings).toEqual(["the catalog of models could not be read; what was known before stays"]);
    // After a failure it is read again sooner.
    await clock.advance(HOUR / 4);
    expect([reads(), price()]).toEqual([4, 5]);
    await refresh.stop();
    expect(clock.sleeping).toBe(0);
  });

  it("that does not answer does not keep a host from its start, which uses the copy of an earlier one", async () => {
    const { refresh, clock, warnings, price } = refreshing(["hangs"], [priced(7)]);
    const started = refresh.start();
    await clock.advance(10_000);
    await started;
    expect(price()).toBe(7);
    expect(warnings).toHaveLength(1);
    await refresh.stop();
  });

  it("that cannot be read, as little as its copy, leaves the table", async () => {
    const { refresh, warnings, price } = refreshing([new Error("no JSON")], new Error("no file"));
    await refresh.start();
    expect(price()).toBeNull();
    expect(warnings).toHaveLength(2);
    await refresh.stop();
  });

  it("that is being read ends with the host", async () => {
    const { refresh, clock, warnings } = refreshing(["hangs"]);
    const started = refresh.start();
    await refresh.stop();
    await started;
    expect([clock.sleeping, warnings]).toEqual([0, []]);
  });
});

it("a host reads its catalog before the first turn, so that the prices count", async () => {
  const { catalog } = catalogOf([[priced(3)]]);
  await using host = await testHost({
    script: () => ({ text: "done", usage: { input_tokens: 1_000_000, output_tokens: 0 } }),
    service: { modelCatalog: catalog },
  });
  expect(await host.run("go", { limits: { max_cost_usd: 100 } })).toMatchObject({
    status: "completed",
    stats: { cost_usd: 3 },
  });
});
