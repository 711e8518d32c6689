import { describe, expect, it } from "vitest";
import type { CompleteStore } from "../../ports/store.ts";
import type { LibraryRecord } from "../../ports/library-store.ts";
import { givenLibrary, type TheStore } from "./given.ts";
import { aLibraryRecord } from "./library-records.ts";
import { unique } from "./records.ts";

const taken = expect.objectContaining({ code: "name_taken" }) as unknown;

const HOSTILE = [
  "it's",
  '"; drop table library_items; --',
  "100%",
  "a_b",
  "back\\slash",
  "🙂👩‍👩‍👧",
  "n".repeat(128),
  "null",
  "0",
  "1e3",
  "__proto__",
  "é",
  "e\u0301",
  "[1,2]",
  "~",
];

export function libraryNamesSuite(theStore: TheStore<CompleteStore>): void {
  const library = () => theStore().library;
  const idsOf = async (tenant: string, ...names: readonly string[]) =>
    (await library().findByNames(tenant, "prompt", names)).map(({ id }) => id);
  const renamed = (record: LibraryRecord, name: string): LibraryRecord => ({
    ...record,
    name,
    version: record.version + 1,
  });

  describe("a name in the library", () => {
    it("is one thing's of its tenant and kind", async () => {
      const first = await givenLibrary(theStore(), { name: "build" });
      const { tenant } = first;
      await expect(library().save([aLibraryRecord({ tenant, name: "build" })])).rejects.toEqual(taken);
      expect(await idsOf(tenant, "build")).toEqual([first.id]);
      await givenLibrary(theStore(), { tenant, name: "build", kind: "skill" });
      await givenLibrary(theStore(), { tenant, name: "build", kind: "template" });
      await givenLibrary(theStore(), { name: "build" });
      await givenLibrary(theStore(), { tenant, name: "Build" });
      expect(await library().list(tenant, "prompt", { limit: 9 })).toHaveLength(2);
    });

    it("is taken by one of many that want it at once", async () => {
      const tenant = unique();
      const results = await Promise.allSettled(
        Array.from({ length: 8 }, () => library().save([aLibraryRecord({ tenant, name: "same" })])),
      );
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(await library().list(tenant, "prompt", { limit: 9 })).toHaveLength(1);
    });

    it("may not be twice in what is saved at once", async () => {
      const tenant = unique();
      const twice = [
        aLibraryRecord({ tenant, name: "a" }),
        aLibraryRecord({ tenant, name: "b" }),
        aLibraryRecord({ tenant, name: "a" }),
      ];
      await expect(library().save(twice)).rejects.toEqual(taken);
      expect(await library().list(tenant, "prompt", { limit: 9 })).toEqual([]);
    });

    it("follows a renaming, and is free again then", async () => {
      const first = await givenLibrary(theStore(), { name: "old" });
      const { tenant } = first;
      await library().save([renamed(first, "new")]);
      expect(await idsOf(tenant, "old", "new")).toEqual([first.id]);
      const second = await givenLibrary(theStore(), { tenant, name: "old" });
      expect(await idsOf(tenant, "old")).toEqual([second.id]);
      await expect(library().save([renamed(second, "new")])).rejects.toEqual(taken);
      expect(await library().get(tenant, "prompt", second.id)).toEqual(second);
    });

    it("that a record gives up is free for those after it, not for those before it", async () => {
      const first = await givenLibrary(theStore(), { name: "name" });
      const { tenant } = first;
      const second = aLibraryRecord({ tenant, name: "name" });
      await expect(library().save([second, renamed(first, "other")])).rejects.toEqual(taken);
      expect(await idsOf(tenant, "name", "other")).toEqual([first.id]);
      await library().save([renamed(first, "other"), second]);
      expect(await idsOf(tenant, "name")).toEqual([second.id]);
      expect(await idsOf(tenant, "other")).toEqual([first.id]);
    });

    it("is free again when what had it is deleted, in the same transaction too", async () => {
      const first = await givenLibrary(theStore(), { name: "name" });
      const { tenant } = first;
      const second = aLibraryRecord({ tenant, name: "name" });
      await theStore().transaction(async (inside) => {
        await inside.library.delete(tenant, [first.id]);
        await inside.library.save([second]);
      });
      expect(await idsOf(tenant, "name")).toEqual([second.id]);
    });

    it("may be anything", async () => {
      const tenant = unique();
      const records = HOSTILE.map((name) => aLibraryRecord({ tenant, name }));
      await library().save(records);
      for (const record of records) {
        expect(await library().findByNames(tenant, "prompt", [record.name])).toEqual([record]);
      }
      expect(await idsOf(tenant, ...HOSTILE)).toHaveLength(HOSTILE.length);
    });

    it("is found as it is written only", async () => {
      const tenant = unique();
      await givenLibrary(theStore(), { tenant, name: "Build it" });
      expect(await idsOf(tenant, "build it", "Build", "Build%", "Build_it", "Build it ", "")).toEqual([]);
    });
  });
}
