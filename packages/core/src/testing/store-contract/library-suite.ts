import { describe, expect, it } from "vitest";
import type { CompleteStore } from "../../ports/store.ts";
import type { LibraryRecord } from "../../ports/library-store.ts";
import { givenLibrary, type TheStore } from "./given.ts";
import { aLibraryRecord } from "./library-records.ts";
import { unique } from "./records.ts";

const internal = expect.objectContaining({ code: "internal" }) as unknown;

export function librarySuite(theStore: TheStore<CompleteStore>): void {
  const library = () => theStore().library;
  const get = ({ tenant, kind, id }: LibraryRecord) => library().get(tenant, kind, id);
  const versionsOf = async ({ tenant, id }: LibraryRecord) =>
    (await library().versions(tenant, id, { limit: 100 })).map(({ version }) => version);

  async function saveVersions(count: number): Promise<LibraryRecord> {
    const first = await givenLibrary(theStore(), { updated_at: 1 });
    let last = first;
    for (let version = 2; version <= count; version++) {
      last = { ...first, version, content: `{"content":"v${version}"}`, updated_at: version };
      await library().save([last]);
    }
    return last;
  }

  async function versionOf(tenant: string, id: string, version: number) {
    const [found] = await library().versions(tenant, id, { before: version + 1, limit: 1 });
    return found?.version === version ? found : null;
  }

  describe("the library", () => {
    it.each(["prompt", "template", "skill"] as const)("gives a %s back as it was saved", async (kind) => {
      const record = await givenLibrary(theStore(), { kind });
      expect(await get(record)).toEqual(record);
    });

    it("keeps what texts hold, however long", async () => {
      const content = JSON.stringify({ content: "\0 \ud800 🙂 \" ' \\ % _ \u2028\n".repeat(50_000) });
      const record = await givenLibrary(theStore(), { content, search_text: "🙂 ' % _ ß\u2028" });
      expect(await get(record)).toEqual(record);
      expect(await versionOf(record.tenant, record.id, 1)).toMatchObject({ content });
    });

    it("has what was saved last, and each version as it was", async () => {
      const last = await saveVersions(3);
      expect(await get(last)).toEqual(last);
      const { tenant, id } = last;
      expect(await versionOf(tenant, id, 2)).toEqual({
        version: 2,
        content: '{"content":"v2"}',
        created_at: 2,
      });
      expect(await versionOf(tenant, id, 4)).toBeNull();
      expect(await versionsOf(last)).toEqual([3, 2, 1]);
    });

    it("gives versions newest first, page by page", async () => {
      const { tenant, id } = await saveVersions(12);
      const page = async (before?: number) =>
        (await library().versions(tenant, id, { limit: 5, ...(before && { before }) })).map(
          ({ version }) => version,
        );
      expect(await page()).toEqual([12, 11, 10, 9, 8]);
      expect(await page(8)).toEqual([7, 6, 5, 4, 3]);
      expect(await page(3)).toEqual([2, 1]);
      expect(await page(1)).toEqual([]);
    });

    it("refuses a version that is there already, and changes nothing then", async () => {
      const last = await saveVersions(2);
      const again = { ...last, name: "renamed", content: "{}" };
      await expect(library().save([again])).rejects.toEqual(internal);
      expect(await get(last)).toEqual(last);
    });

    it("saves many at once, all or none", async () => {
      const tenant = unique();
      const records = Array.from({ length: 500 }, (_, index) =>
        aLibraryRecord({ tenant, name: `p ${index}` }),
      );
      const taken = await givenLibrary(theStore(), { tenant, name: "taken" });
      const bad = aLibraryRecord({ tenant, name: "taken" });
      await expect(library().save([...records, bad])).rejects.toMatchObject({ code: "name_taken" });
      expect(await library().list(tenant, "prompt", { limit: 500 })).toEqual([taken]);
      expect(await library().versions(tenant, records[0]?.id ?? "", { limit: 1 })).toEqual([]);

      await library().save(records);
      const names = records.map(({ name }) => name);
      const found = await library().findByNames(tenant, "prompt", [...names, "unknown", "p 1"]);
      expect(found.toSorted((one, other) => (one.id < other.id ? -1 : 1))).toEqual(records);
      await library().save(records.map((record) => ({ ...record, version: 2, content: "{}" })));
      const oldest = await library().listOldest(tenant, "prompt", { limit: 501 });
      expect(oldest.filter(({ version }) => version === 2)).toHaveLength(500);
    });

    it("refuses a record that is given twice", async () => {
      const record = aLibraryRecord();
      const twice = [record, { ...record, version: 2, name: "other" }];
      await expect(library().save(twice)).rejects.toEqual(internal);
      expect(await get(record)).toBeNull();
    });

    it("takes nothing to save, to find and to delete", async () => {
      await library().save([]);
      await library().delete(unique(), []);
      expect(await library().findByNames(unique(), "prompt", [])).toEqual([]);
    });

    it("removes records with their versions, and absent ones in peace", async () => {
      const gone = await saveVersions(3);
      const { tenant } = gone;
      const skill = await givenLibrary(theStore(), { tenant, kind: "skill" });
      const kept = await givenLibrary(theStore(), { tenant });
      await library().delete(tenant, [gone.id, skill.id, "prm_unknown"]);
      expect(await get(gone)).toBeNull();
      expect(await get(skill)).toBeNull();
      expect(await versionsOf(gone)).toEqual([]);
      expect(await versionOf(tenant, gone.id, 1)).toBeNull();
      expect(await get(kept)).toEqual(kept);
      expect(await versionsOf(kept)).toEqual([1]);
    });

    it("is another one for each tenant", async () => {
      const record = await givenLibrary(theStore(), { name: "same" });
      const { kind, id } = record;
      const stranger = unique();
      expect(await library().get(stranger, kind, id)).toBeNull();
      expect(await library().findByNames(stranger, kind, ["same"])).toEqual([]);
      expect(await library().list(stranger, kind, { limit: 9 })).toEqual([]);
      expect(await library().list(stranger, kind, { limit: 9, search: "same" })).toEqual([]);
      expect(await library().listOldest(stranger, kind, { limit: 9 })).toEqual([]);
      expect(await library().versions(stranger, id, { limit: 9 })).toEqual([]);
      expect(await versionOf(stranger, id, 1)).toBeNull();
      await library().delete(stranger, [id]);
      expect(await get(record)).toEqual(record);
      expect(await versionsOf(record)).toEqual([1]);
    });
  });
}
