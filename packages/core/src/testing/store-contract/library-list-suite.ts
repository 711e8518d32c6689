import { describe, expect, it } from "vitest";
import type { CompleteStore } from "../../ports/store.ts";
import { newId } from "../../domain/ids.ts";
import type { LibraryRecord, LibraryRepository } from "../../ports/library-store.ts";
import { givenLibrary, type TheStore } from "./given.ts";
import { aLibraryRecord } from "./library-records.ts";
import { unique } from "./records.ts";

export function libraryListSuite(theStore: TheStore<CompleteStore>): void {
  const library = () => theStore().library;

  async function namesOf(
    tenant: string,
    options: Partial<Parameters<LibraryRepository["list"]>[2]> = {},
  ): Promise<readonly string[]> {
    return (await library().list(tenant, "prompt", { limit: 500, ...options })).map(({ name }) => name);
  }

  /** Prompts of a new tenant, the first the oldest; all ids in one millisecond. */
  async function givenNames(...names: readonly string[]): Promise<string> {
    const tenant = unique();
    const now = Date.now();
    await library().save(names.map((name) => aLibraryRecord({ tenant, name, id: newId("prm", now) })));
    return tenant;
  }

  /** Reads all pages of two, and makes another thing after each. */
  async function readWhileAdding(
    tenant: string,
    readPage: (after: string | undefined) => Promise<readonly LibraryRecord[]>,
  ): Promise<readonly string[]> {
    const seen: string[] = [];
    let last: string | undefined;
    for (let round = 0; round < 3; round++) {
      const page = await readPage(last);
      seen.push(...page.map(({ name }) => name));
      last = page.at(-1)?.id;
      await givenLibrary(theStore(), { tenant, name: `new ${round}` });
    }
    return seen;
  }

  describe("the list of a library", () => {
    it("is newest first, and holds its kind only", async () => {
      const tenant = await givenNames("a", "c", "b");
      await givenLibrary(theStore(), { tenant, kind: "skill", name: "d" });
      expect(await namesOf(tenant)).toEqual(["b", "c", "a"]);
    });

    it("is read newest first page by page, each once, while others are made", async () => {
      const tenant = await givenNames("a", "b", "c", "d", "e");
      const seen = await readWhileAdding(tenant, (before) =>
        library().list(tenant, "prompt", { limit: 2, ...(before && { before }) }),
      );
      expect(seen).toEqual(["e", "d", "c", "b", "a"]);
    });

    it("is read oldest first page by page, with what is made meanwhile", async () => {
      const tenant = await givenNames("a", "b", "c", "d", "e");
      const seen = await readWhileAdding(tenant, (after) =>
        library().listOldest(tenant, "prompt", { limit: 2, ...(after && { after }) }),
      );
      expect(seen).toEqual(["a", "b", "c", "d", "e", "new 0"]);
    });

    it("keeps a thing at its place when it changes", async () => {
      const tenant = await givenNames("a", "b");
      const [, a] = await library().list(tenant, "prompt", { limit: 2 });
      if (a === undefined) throw new Error("Nothing was saved.");
      await library().save([{ ...a, name: "renamed", version: 2, updated_at: a.updated_at + 1 }]);
      expect(await namesOf(tenant)).toEqual(["b", "renamed"]);
    });

    it("is searched for a part of the search text in any case", async () => {
      const tenant = await givenNames("Alpha build", "beta BUILD", "gamma", "Änderung");
      expect(await namesOf(tenant, { search: "bUiLd" })).toEqual(["beta BUILD", "Alpha build"]);
      expect(await namesOf(tenant, { search: "äNDER" })).toEqual(["Änderung"]);
      expect(await namesOf(tenant, { search: "delta" })).toEqual([]);
      expect(await namesOf(tenant, { search: "" })).toHaveLength(4);
    });

    it("is searched where the search text says, not the name or content", async () => {
      const tenant = unique();
      await givenLibrary(theStore(), { tenant, name: "one", search_text: "two", content: '"three"' });
      expect(await namesOf(tenant, { search: "two" })).toEqual(["one"]);
      expect(await namesOf(tenant, { search: "one" })).toEqual([]);
      expect(await namesOf(tenant, { search: "three" })).toEqual([]);
    });

    it.each(["%", "_", "\\", "'", "*", "?", "[a]", '"'])("takes %s in a search as it is", async (sign) => {
      const tenant = await givenNames("plain", `with ${sign} sign`);
      expect(await namesOf(tenant, { search: sign })).toEqual([`with ${sign} sign`]);
    });

    it("takes a search of any length", async () => {
      expect(await namesOf(await givenNames("plain"), { search: "x".repeat(100_000) })).toEqual([]);
    });

    it("takes search, limit and page together", async () => {
      const tenant = await givenNames("x1", "x2", "y3", "x4", "x5");
      const before = (await library().list(tenant, "prompt", { limit: 1 }))[0]?.id ?? "";
      expect(await namesOf(tenant, { search: "X", before, limit: 2 })).toEqual(["x4", "x2"]);
      expect(await namesOf(tenant, { search: "X", before, limit: 9 })).toEqual(["x4", "x2", "x1"]);
    });

    it("is new after every kind of write", async () => {
      const tenant = await givenNames("a");
      const [record] = await library().list(tenant, "prompt", { limit: 500 });
      if (record === undefined) throw new Error("Nothing was saved.");
      await library().save([{ ...record, name: "b", version: 2 }]);
      expect(await namesOf(tenant)).toEqual(["b"]);
      await theStore().transaction((inside) => inside.library.delete(tenant, [record.id]));
      expect(await namesOf(tenant)).toEqual([]);
    });
  });
}
