import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_HELD, readAll, readPage } from "./bounded-reading.ts";

interface Row {
  readonly content: string;
  readonly place: number;
}

/** Rows of these lengths, and what was read at once. */
function rowsOf(lengths: readonly number[]) {
  const rows = lengths.map((length, place): Row => ({ content: "x".repeat(length), place }));
  const reads: (readonly Row[])[] = [];
  const read = async (after: Row | null, limit: number) => {
    const start = after === null ? 0 : after.place + 1;
    const batch = rows.slice(start, start + limit);
    reads.push(batch);
    return batch;
  };
  return { rows, reads, read };
}

const lengths = fc.array(fc.constantFrom(1, 100, 1_000_000, 5_000_000), { maxLength: 40 });

describe("a bounded page", () => {
  it("holds the first rows, as many as asked or as fit, and says rightly whether some follow", async () => {
    await fc.assert(
      fc.asyncProperty(
        lengths,
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 21 }),
        async (all, limit, first) => {
          const { rows, read } = rowsOf(all);
          const page = await readPage(first, limit, read);
          expect(page.rows).toEqual(rows.slice(0, page.rows.length));
          expect(page.rows.length).toBeLessThanOrEqual(limit);
          expect(page.isMore).toBe(page.rows.length < rows.length);
          const held = page.rows.reduce((sum, { content }) => sum + content.length, 0);
          const next = rows[page.rows.length];
          if (page.rows.length > 1) expect(held).toBeLessThanOrEqual(MAX_HELD);
          if (page.rows.length < limit && next !== undefined)
            expect(held + next.content.length).toBeGreaterThan(MAX_HELD);
          if (rows.length > 0) expect(page.rows.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("of few small rows takes one read", async () => {
    const { reads, read } = rowsOf(Array.from({ length: 100 }, () => 10));
    expect(await readPage(21, 20, read)).toMatchObject({ isMore: true });
    expect(reads).toHaveLength(1);
  });
});

describe("reading all", () => {
  it("gives every row once, in order", async () => {
    await fc.assert(
      fc.asyncProperty(lengths, fc.integer({ min: 1, max: 9 }), async (all, first) => {
        const { rows, read } = rowsOf(all);
        const found: Row[] = [];
        for await (const batch of readAll(first, read)) {
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(first * 2);
          found.push(...batch);
        }
        expect(found).toEqual(rows);
      }),
      { numRuns: 60 },
    );
  });

  it("takes twice as much at once while rows are small, and little when they are large", async () => {
    const { reads, read } = rowsOf([
      ...Array.from({ length: 20 }, () => 1),
      ...Array.from({ length: 20 }, () => 2_000_000),
    ]);
    for await (const batch of readAll(4, read)) expect(batch.length).toBeGreaterThan(0);
    expect(reads.map((batch) => batch.length).slice(0, 5)).toEqual([4, 8, 8, 8, 4]);
    expect(reads.slice(-3).every((batch) => batch.length <= 1)).toBe(true);
  });
});
