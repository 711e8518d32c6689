import { describe, expect, it } from "vitest";
import { newId } from "../../domain/ids.ts";
import type { Store } from "../../ports/store.ts";
import { givenWorkspace, type TheStore } from "./given.ts";
import { unique } from "./records.ts";

type ListOptions = Parameters<Store["workspaces"]["list"]>[1];

export function workspaceListSuite(theStore: TheStore): void {
  async function namesOf(tenant: string, options: Partial<ListOptions> = {}): Promise<readonly string[]> {
    return (await theStore().workspaces.list(tenant, { limit: 500, ...options })).map(({ name }) => name);
  }

  /** Workspaces of a new tenant, the first name the oldest; all ids in one millisecond. */
  async function givenNames(...names: readonly string[]): Promise<string> {
    const tenant = unique();
    const now = Date.now();
    for (const name of names) await givenWorkspace(theStore(), { tenant, name, id: newId("ws", now) });
    return tenant;
  }

  describe("the list of workspaces", () => {
    it("is newest first, even within one millisecond", async () => {
      expect(await namesOf(await givenNames("a", "c", "b"))).toEqual(["b", "c", "a"]);
    });

    it("leaves out those that are still being made", async () => {
      const tenant = await givenNames("a");
      const unfinished = await givenWorkspace(theStore(), { tenant, name: "b", config_version: 0 });
      expect(await namesOf(tenant)).toEqual(["a"]);
      expect(await namesOf(tenant, { search: "b" })).toEqual([]);
      expect(await theStore().workspaces.get(tenant, unfinished.id)).toEqual(unfinished);
    });

    it("is read page by page, each once, while others are made", async () => {
      const tenant = await givenNames("a", "b", "c", "d", "e");
      const seen: string[] = [];
      let before: string | undefined;
      for (let round = 0; round < 10; round++) {
        const page = await theStore().workspaces.list(tenant, { limit: 2, ...(before && { before }) });
        seen.push(...page.map(({ name }) => name));
        before = page.at(-1)?.id;
        if (before === undefined) break;
        await givenWorkspace(theStore(), { tenant, name: `new ${round}` });
      }
      expect(seen).toEqual(["e", "d", "c", "b", "a"]);
    });

    it("is searched for a part of the name in any case", async () => {
      const tenant = await givenNames("Alpha build", "beta BUILD", "gamma", "Änderung");
      expect(await namesOf(tenant, { search: "bUiLd" })).toEqual(["beta BUILD", "Alpha build"]);
      expect(await namesOf(tenant, { search: "äNDER" })).toEqual(["Änderung"]);
      expect(await namesOf(tenant, { search: "delta" })).toEqual([]);
      expect(await namesOf(tenant, { search: "" })).toHaveLength(4);
    });

    it.each(["%", "_", "\\", "'", "*", "?", "[a]"])("takes %s in a search as it is", async (sign) => {
      const tenant = await givenNames("plain", `with ${sign} sign`);
      expect(await namesOf(tenant, { search: sign })).toEqual([`with ${sign} sign`]);
    });

    it("takes a search of any length and content", async () => {
      const tenant = await givenNames("plain");
      expect(await namesOf(tenant, { search: "x".repeat(100_000) })).toEqual([]);
      expect(await namesOf(tenant, { search: "a\0" })).toEqual([]);
      expect(await namesOf(tenant, { search: "\ud800" })).toEqual([]);
    });

    it("is cut down to given ids", async () => {
      const tenant = await givenNames("a", "b", "c");
      const ids = (await theStore().workspaces.list(tenant, { limit: 10 })).map(({ id }) => id);
      expect(await namesOf(tenant, { ids: ids.slice(1) })).toEqual(["b", "a"]);
      expect(await namesOf(tenant, { ids: [] })).toEqual([]);
      expect(await namesOf(tenant, { ids: ["ws_unknown"] })).toEqual([]);
    });

    it("is cut down to those of an owner", async () => {
      const tenant = await givenNames("nobody's");
      for (const [name, owner] of [
        ["x1", "ada"],
        ["x2", "ben"],
        ["x3", "ada"],
      ] as const)
        await givenWorkspace(theStore(), { tenant, name, owner });
      expect(await namesOf(tenant, { owner: "ada" })).toEqual(["x3", "x1"]);
      expect(await namesOf(tenant, { owner: "ada", search: "1" })).toEqual(["x1"]);
      expect(await namesOf(tenant, { owner: "" })).toEqual([]);
      const [record] = await theStore().workspaces.list(tenant, { owner: "ben", limit: 9 });
      expect(record).toMatchObject({ owner: "ben" });
      const change = { name: "x4", updated_at: 1 };
      expect(await theStore().workspaces.update(tenant, record?.id ?? "", change)).toMatchObject({
        owner: "ben",
      });
    });

    it("takes search, ids, limit and page together", async () => {
      const tenant = await givenNames("x1", "x2", "y3", "x4", "x5");
      const all = await theStore().workspaces.list(tenant, { limit: 10 });
      const ids = all.filter(({ name }) => name !== "x4").map(({ id }) => id);
      const before = all[0]?.id ?? "";
      expect(await namesOf(tenant, { search: "X", ids, before, limit: 1 })).toEqual(["x2"]);
    });
  });
}
