import * as fc from "fast-check";
import { expect } from "vitest";
import { DomainError } from "@workspace-agent/core";
import type { ObjectStore } from "@workspace-agent/core/ports";
import { randomFaults } from "./faults.test-support.ts";
import { startS3 } from "./given-s3.test-support.ts";

const PART_BYTES = 4_000;
/** A machine that is slower than this adds faults of its own, which change nothing. */
const TIMEOUT_MS = 50;

/** Of each object the content is always the same, as that of a content-addressed store. The third and the fourth have parts. */
const contents = [0, 1_500, 3 * PART_BYTES + 7, 2 * PART_BYTES].map((length, seed) =>
  Uint8Array.from({ length }, (_, index) => (index * 31 + seed * 7 + (index >> 8)) % 256),
);
const keyOf = (index: number) => `packs/${index}`;
export const contentOf = (index: number) => contents[index] ?? new Uint8Array();

type Step =
  | { readonly call: "put"; readonly index: number; readonly ifAbsent: boolean; readonly isStream: boolean }
  | { readonly call: "get"; readonly index: number; readonly start: number }
  | { readonly call: "list" };

const index = fc.nat(contents.length - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      call: fc.constant("put" as const),
      index,
      ifAbsent: fc.boolean(),
      isStream: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ call: fc.constant("get" as const), index, start: fc.nat(5_000) }) },
  { weight: 1, arbitrary: fc.record({ call: fc.constant("list" as const) }) },
);

/** What a call gives, or `failed` where the store says that it is unavailable. Other errors are thrown on. */
export async function orFailed<T>(call: Promise<T>): Promise<T | "failed"> {
  try {
    return await call;
  } catch (error) {
    if (DomainError.isInstance(error) && error.code === "overloaded") return "failed";
    throw error;
  }
}

export const bytesOf = async (store: ObjectStore, key: string, start: number) => {
  const found = await store.get(key, start === 0 ? {} : { range: { start } });
  return found === null ? null : Buffer.from(await new Response(found.body).bytes());
};

/** Takes a step, and adds what is stored for certain after it. */
async function take(store: ObjectStore, next: Step, stored: Set<string>): Promise<void> {
  if (next.call === "list") {
    const before = [...stored];
    const page = await orFailed(store.list("packs/"));
    if (page === "failed") return;
    const keys = page.objects.map(({ key }) => key);
    expect(before.filter((key) => !keys.includes(key))).toEqual([]);
    for (const { key, size } of page.objects)
      expect(size).toBe(contents.find((_, index) => keyOf(index) === key)?.length);
    return;
  }
  const [key, content] = [keyOf(next.index), contentOf(next.index)];
  if (next.call === "put") {
    const body = next.isStream ? new Blob([content]).stream() : content;
    const outcome = await orFailed(store.put(key, body, { ifAbsent: next.ifAbsent }));
    if (outcome !== "failed") stored.add(key);
    return;
  }
  const mustBe = stored.has(key);
  const start = Math.min(next.start, Math.max(0, content.length - 1));
  const read = await orFailed(bytesOf(store, key, start));
  if (read === "failed") return;
  if (read === null) expect(mustBe).toBe(false);
  else expect(read.equals(content.subarray(start))).toBe(true);
}

/**
 * Takes random steps, two at a time, while requests and answers are lost, cut, late or sent twice. Each object whose put has resolved is whole, and
 * each get is whole or an error, with the faults and after them.
 */
export async function checkFaults(wrap: (store: ObjectStore) => ObjectStore, numRuns: number): Promise<void> {
  let nextFault: ReturnType<typeof randomFaults> = () => "none";
  const { open, stop } = await startS3({ nextFault: () => nextFault() });
  let run = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), fc.nat(), async (steps, seed) => {
        const options = { partBytes: PART_BYTES, timeoutMs: TIMEOUT_MS, prefix: `run-${++run}` };
        const store = wrap(open(options));
        const stored = new Set<string>();
        nextFault = randomFaults(seed, 30);
        const [first, second] = [steps.slice(0, steps.length / 2), steps.slice(steps.length / 2)];
        await Promise.all(
          [first, second].map(async (these) => {
            for (const each of these) await take(store, each, stored);
          }),
        );
        nextFault = () => "none";
        const patient = wrap(open({ ...options, timeoutMs: 30_000 }));
        for (const [at, content] of contents.entries()) {
          const read = await bytesOf(patient, keyOf(at), 0);
          if (read === null) expect(stored.has(keyOf(at))).toBe(false);
          else expect(read.equals(content)).toBe(true);
        }
      }),
      { numRuns },
    );
  } finally {
    await stop();
  }
}
