import { describe, expect, it } from "vitest";
import type { CompleteStore } from "../../ports/store.ts";
import { givenLibrary, givenWorkspace, type TheStore } from "./given.ts";
import { aLibraryRecord } from "./library-records.ts";
import { unique } from "./records.ts";

export function libraryTransactionsSuite(theStore: TheStore<CompleteStore>): void {
  describe("a transaction on the library", () => {
    it("is undone whole, blobs and staged lines too", async () => {
      const store = theStore();
      const prompt = await givenLibrary(store, { name: "kept" });
      const { tenant } = prompt;
      const workspace = await givenWorkspace(store, { tenant, template: "node" });
      const [kept, added] = [unique(), unique()];
      await store.blobs.put(tenant, "one", [{ hash: kept, bytes: Uint8Array.of(1) }]);
      await store.stagedLines.append(tenant, "load", [{ index: 0, text: "kept" }], 1);
      const failure = new Error("on purpose");
      const undone = store.transaction(async (inside) => {
        await inside.library.save([{ ...prompt, name: "renamed", version: 2 }]);
        await inside.library.save([aLibraryRecord({ tenant, name: "kept" })]);
        await inside.library.delete(tenant, [prompt.id]);
        await inside.library.renameTemplate(tenant, "node", "other");
        await inside.blobs.put(tenant, "two", [{ hash: added, bytes: Uint8Array.of(2) }]);
        await inside.blobs.release(tenant, ["one"]);
        expect(await inside.blobs.get(tenant, kept)).toBeNull();
        await inside.stagedLines.append(tenant, "load", [{ index: 1, text: "added" }], 2);
        await inside.stagedLines.delete(tenant, "load");
        expect(await inside.stagedLines.page(tenant, "load", { after: -1, limit: 9 })).toEqual([]);
        throw failure;
      });
      await expect(undone).rejects.toBe(failure);

      expect(await store.library.list(tenant, "prompt", { limit: 9 })).toEqual([prompt]);
      expect(await store.library.versions(tenant, prompt.id, { limit: 9 })).toHaveLength(1);
      expect(await store.workspaces.get(tenant, workspace.id)).toEqual(workspace);
      expect(await store.blobs.get(tenant, kept)).toEqual(Uint8Array.of(1));
      expect(await store.blobs.get(tenant, added)).toBeNull();
      const left = await store.stagedLines.page(tenant, "load", { after: -1, limit: 9 });
      expect(left).toEqual([{ index: 0, text: "kept" }]);
      await store.blobs.release(tenant, ["one"]);
      expect(await store.blobs.get(tenant, kept)).toBeNull();
    });

    it.each(["get", "findByNames"] as const)("that looked with %s is not overtaken", async (method) => {
      const record = await givenLibrary(theStore(), { name: "counter", content: "0" });
      const { tenant, kind, id } = record;
      const countUp = () =>
        theStore().transaction(async ({ library }) => {
          const found =
            method === "get"
              ? await library.get(tenant, kind, id)
              : (await library.findByNames(tenant, kind, ["counter"]))[0];
          if (!found) throw new Error("It is gone.");
          await Promise.resolve();
          const content = String(Number(found.content) + 1);
          await library.save([{ ...found, version: found.version + 1, content }]);
        });
      await Promise.all(Array.from({ length: 12 }, countUp));
      expect(await theStore().library.get(tenant, kind, id)).toMatchObject({ version: 13, content: "12" });
    });
  });
}
