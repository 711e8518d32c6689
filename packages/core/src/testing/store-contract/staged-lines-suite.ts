import { describe, expect, it } from "vitest";
import type { CompleteStore } from "../../ports/store.ts";
import type { TheStore } from "./given.ts";
import { unique } from "./records.ts";

export function stagedLinesSuite(theStore: TheStore<CompleteStore>): void {
  const staged = () => theStore().stagedLines;
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, offset) => ({
      index: from + offset,
      text: `{"n":${from + offset}}`,
    }));
  const allOf = (tenant: string, load: string) => staged().page(tenant, load, { after: -1, limit: 100_000 });

  describe("staged lines", () => {
    it("are read in the order of their index, page by page", async () => {
      const tenant = unique();
      await staged().append(tenant, "load", lines(8, 12), 1);
      await staged().append(tenant, "load", lines(0, 8), 2);
      const page = (after: number) => staged().page(tenant, "load", { after, limit: 5 });
      expect(await page(-1)).toEqual(lines(0, 5));
      expect(await page(4)).toEqual(lines(5, 10));
      expect(await page(9)).toEqual(lines(10, 12));
      expect(await page(11)).toEqual([]);
    });

    it("may have gaps, any text and any length", async () => {
      const tenant = unique();
      const odd = [
        { index: 3, text: "" },
        { index: 2_000_000_000, text: "🙂 ' \" \\ % \u2028".repeat(100_000) },
      ];
      await staged().append(tenant, "load", odd, 1);
      expect(await allOf(tenant, "load")).toEqual(odd);
      await staged().append(tenant, "load", [], 1);
    });

    it("are replaced when they come again", async () => {
      const tenant = unique();
      await staged().append(tenant, "load", lines(0, 3), 1);
      await staged().append(tenant, "load", [{ index: 1, text: "again" }], 1);
      expect(await allOf(tenant, "load")).toEqual([
        { index: 0, text: '{"n":0}' },
        { index: 1, text: "again" },
        { index: 2, text: '{"n":2}' },
      ]);
    });

    it("are removed load by load, many of them too", async () => {
      const tenant = unique();
      await staged().append(tenant, "gone", lines(0, 6_500), 1);
      await staged().append(tenant, "kept", lines(0, 2), 1);
      expect(await allOf(tenant, "gone")).toHaveLength(6_500);
      await staged().delete(tenant, "gone");
      expect(await allOf(tenant, "gone")).toEqual([]);
      expect(await allOf(tenant, "kept")).toEqual(lines(0, 2));
      await staged().delete(tenant, "unknown");
      await staged().append(tenant, "gone", lines(5, 6), 1);
      expect(await allOf(tenant, "gone")).toEqual(lines(5, 6));
    });

    it("of another tenant are neither seen nor touched", async () => {
      const [tenant, stranger] = [unique(), unique()];
      await staged().append(tenant, "load", lines(0, 2), 1);
      expect(await allOf(stranger, "load")).toEqual([]);
      await staged().delete(stranger, "load");
      await staged().append(stranger, "load", lines(0, 1), 1);
      expect(await allOf(tenant, "load")).toEqual(lines(0, 2));
    });

    it("are swept when nothing was added to their load for long, and whole", async () => {
      const tenant = unique();
      await staged().append(tenant, "old", lines(0, 60), 99);
      await staged().append(tenant, "still loading", lines(0, 2), 99);
      await staged().append(tenant, "still loading", lines(2, 4), 100);
      await staged().append(tenant, "young", lines(0, 1), 100);
      await staged().sweep(100);
      expect(await allOf(tenant, "old")).toEqual([]);
      expect(await allOf(tenant, "still loading")).toEqual(lines(0, 4));
      expect(await allOf(tenant, "young")).toEqual(lines(0, 1));
    });
  });
}
