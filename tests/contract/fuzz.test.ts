import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { KINDS } from "./generate/mischief.ts";
import { SEED } from "../seed.ts";
import { Fuzzer } from "./fuzzer.ts";
import { seededBytes } from "./seeded-bytes.ts";
import { NEVER_DONE } from "./world/never-done.ts";

const REQUESTS = Number(process.env["CONTRACT_REQUESTS"] ?? 2_000);

/** With less, too many requests are refused to prove anything. */
const LEAST_SHARE = 0.75;
const LEAST_SHARE_OF_ONE = 0.2;

test(
  `${REQUESTS} requests generated from the served document get the documented answers`,
  { timeout: Math.max(60_000, REQUESTS * 150) },
  async () => {
    console.log(`TEST_SEED=${SEED} CONTRACT_REQUESTS=${REQUESTS}`);
    // Ids come from these bytes: with the same seed, the same requests get the same answers.
    const random = vi.spyOn(crypto, "getRandomValues").mockImplementation(seededBytes(SEED));
    onTestFinished(() => random.mockRestore());
    await using fuzzer = await Fuzzer.open();
    await fc.assert(
      fc.asyncProperty(fuzzer.steps(), async (step) => await fuzzer.run(step)),
      { numRuns: REQUESTS, seed: SEED, reporter: throwFailure },
    );
    const { tally } = fuzzer;
    if (process.env["CONTRACT_TALLY"] !== undefined)
      console.log(
        [...tally.lines(), ...[...tally.spoilt].map(([kind, count]) => `${kind}: ${count}`)].join("\n"),
      );
    if (REQUESTS < 2_000) return;
    expect(tally.share, tally.lines().join("\n")).toBeGreaterThan(LEAST_SHARE);
    // With fewer requests some operations are tried too rarely for a share of their own.
    if (REQUESTS >= 5_000) expect(tally.below(LEAST_SHARE_OF_ONE)).toEqual(NEVER_DONE);
    expect(KINDS.filter((kind) => !tally.spoilt.has(kind))).toEqual([]);
  },
);

/** The error has the request; fast-check's own report would show how it was generated. */
function throwFailure<T>(details: fc.RunDetails<T>): void {
  if (!details.failed) return;
  const { errorInstance, numRuns, numShrinks } = details;
  const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  throw new Error(`TEST_SEED=${SEED}, after ${numRuns} requests, shrunk ${numShrinks} times\n${message}`);
}
