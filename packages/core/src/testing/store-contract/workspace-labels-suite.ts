import { describe, expect, it } from "vitest";
import { givenWorkspace, type TheStore } from "./given.ts";
import { unique } from "./records.ts";

export function workspaceLabelsSuite(theStore: TheStore): void {
  describe("workspaces by a label", () => {
    const labelled = (tenant: string, name: string, labels: Readonly<Record<string, string>>) =>
      givenWorkspace(theStore(), { tenant, name, labels });
    const namesOf = async (tenant: string, key: string, value: string, options = {}) =>
      (await theStore().workspaces.list(tenant, { limit: 100, label: { key, value }, ...options })).map(
        ({ name }) => name,
      );

    it("are those that have it with that value", async () => {
      const tenant = unique();
      await labelled(tenant, "a", { team: "one", run: "7" });
      await labelled(tenant, "b", { run: "7", team: "two" });
      await labelled(tenant, "c", { team: "" });
      await labelled(tenant, "d", {});
      await labelled(unique(), "e", { team: "one" });
      expect(await namesOf(tenant, "team", "one")).toEqual(["a"]);
      expect(await namesOf(tenant, "run", "7")).toEqual(["b", "a"]);
      expect(await namesOf(tenant, "team", "")).toEqual(["c"]);
      expect(await namesOf(tenant, "Team", "one")).toEqual([]);
      expect(await namesOf(tenant, "team", "on")).toEqual([]);
      expect(await namesOf(tenant, "tea", "one")).toEqual([]);
      expect(await namesOf(tenant, "constructor", "one")).toEqual([]);
    });

    it("are no others that look alike in JSON", async () => {
      const tenant = unique();
      await labelled(tenant, "in a key", { 'x"k': "v" });
      await labelled(tenant, "in a value", { x: '"k":"v"' });
      await labelled(tenant, "across members", { "a,": ":", ",": "y" });
      expect(await namesOf(tenant, "k", "v")).toEqual([]);
      expect(await namesOf(tenant, ":", ",")).toEqual([]);
      expect(await namesOf(tenant, 'x"k', "v")).toEqual(["in a key"]);
      expect(await namesOf(tenant, "x", '"k":"v"')).toEqual(["in a value"]);
    });

    it("may be any text", async () => {
      const tenant = unique();
      const texts = ["%", "_", "\\", "'", "🙂", "\0", "\ud800", "é", "e\u0301", "__proto__ ", "\n"];
      for (const text of texts) await labelled(tenant, `name ${texts.indexOf(text)}`, { [text]: text });
      for (const text of texts) {
        expect(await namesOf(tenant, text, text)).toEqual([`name ${texts.indexOf(text)}`]);
      }
    });

    it("are listed page by page, also among many that look alike", async () => {
      const tenant = unique();
      for (let count = 0; count < 12; count++) {
        await labelled(tenant, `match ${count}`, { k: "v" });
        await labelled(tenant, `alike ${count}`, { 'x"k': "v" });
      }
      const seen: string[] = [];
      let before: string | undefined;
      do {
        const label = { key: "k", value: "v" };
        const page = await theStore().workspaces.list(tenant, { limit: 5, label, ...(before && { before }) });
        seen.push(...page.map(({ name }) => name));
        before = page.length === 5 ? page.at(-1)?.id : undefined;
      } while (before !== undefined);
      expect(seen).toEqual(Array.from({ length: 12 }, (_, index) => `match ${11 - index}`));
    });

    it("are cut down by a search and ids too", async () => {
      const tenant = unique();
      await labelled(tenant, "x1", { k: "v" });
      const { id } = await labelled(tenant, "x2", { k: "v" });
      await labelled(tenant, "y3", { k: "v" });
      await labelled(tenant, "x4", { k: "w" });
      expect(await namesOf(tenant, "k", "v", { search: "X" })).toEqual(["x2", "x1"]);
      expect(await namesOf(tenant, "k", "v", { search: "x", ids: [id] })).toEqual(["x2"]);
      expect(await namesOf(tenant, "k", "w", { ids: [id] })).toEqual([]);
    });
  });
}
