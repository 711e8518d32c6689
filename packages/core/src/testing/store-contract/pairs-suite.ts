import { describe, expect, it } from "vitest";
import type { Pair } from "../../domain/wire.ts";
import type { NewestFirst } from "../../domain/paging.ts";
import type { Store } from "../../ports/store.ts";
import { givenSession, givenWorkspace, type TheStore } from "./given.ts";
import { aTurn, unique } from "./records.ts";

type Pairs = Readonly<Record<string, string>>;

/** A list whose records have labels or metadata. */
interface PairedList {
  /** Adds a record and returns its id. */
  add(pairs: Pairs): Promise<string>;
  ids(page: NewestFirst, pair: Pair): Promise<readonly string[]>;
}

/** A list of its own for each test. */
const LISTS: Readonly<Record<string, (store: Store) => Promise<PairedList>>> = {
  "workspaces by a label": async (store) => {
    const tenant = unique();
    return {
      add: async (labels) => (await givenWorkspace(store, { tenant, labels })).id,
      ids: async (page, label) =>
        (await store.workspaces.list(tenant, { ...page, label })).map(({ id }) => id),
    };
  },
  "sessions by metadata": async (store) => {
    const workspace = await givenWorkspace(store);
    const { tenant, id: workspaceId } = workspace;
    return {
      add: async (metadata) => (await givenSession(store, { metadata }, workspace)).id,
      ids: async (page, metadata) =>
        (await store.sessions.list(tenant, workspaceId, { ...page, metadata })).map(({ id }) => id),
    };
  },
  "turns by metadata": async (store) => {
    const { tenant, id: sessionId } = await givenSession(store);
    return {
      add: async (metadata) => {
        const record = aTurn(sessionId, { metadata });
        await store.turns.save(tenant, record);
        return record.turn.id;
      },
      ids: async (page, metadata) =>
        (await store.turns.list(tenant, sessionId, { ...page, metadata })).map(({ turn }) => turn.id),
    };
  },
};

export function pairsSuite(theStore: TheStore): void {
  describe.each(Object.entries(LISTS))("%s", (_, open) => {
    const having = (list: PairedList, key: string, value: string) => list.ids({ limit: 100 }, { key, value });

    it("are those that have it with that value", async () => {
      const list = await open(theStore());
      const a = await list.add({ team: "one", run: "7" });
      const b = await list.add({ run: "7", team: "two" });
      const c = await list.add({ team: "" });
      await list.add({});
      await (await open(theStore())).add({ team: "one" });
      expect(await having(list, "team", "one")).toEqual([a]);
      expect(await having(list, "run", "7")).toEqual([b, a]);
      expect(await having(list, "team", "")).toEqual([c]);
      expect(await having(list, "Team", "one")).toEqual([]);
      expect(await having(list, "team", "on")).toEqual([]);
      expect(await having(list, "tea", "one")).toEqual([]);
      expect(await having(list, "constructor", "one")).toEqual([]);
      expect(await having(list, "source", "api")).toEqual([]);
    });

    it("are no others that look alike in JSON", async () => {
      const list = await open(theStore());
      const inKey = await list.add({ 'x"k': "v" });
      const inValue = await list.add({ x: '"k":"v"' });
      await list.add({ "a,": ":", ",": "y" });
      expect(await having(list, "k", "v")).toEqual([]);
      expect(await having(list, ":", ",")).toEqual([]);
      expect(await having(list, 'x"k', "v")).toEqual([inKey]);
      expect(await having(list, "x", '"k":"v"')).toEqual([inValue]);
    });

    it("may have any text", async () => {
      const list = await open(theStore());
      const texts = ["%", "_", "\\", "'", "🙂", "\0", "\ud800", "é", "e\u0301", "__proto__ ", "\n"];
      const ids = new Map<string, string>();
      for (const text of texts) ids.set(text, await list.add({ [text]: text }));
      for (const text of texts) expect(await having(list, text, text)).toEqual([ids.get(text)]);
    });

    it("are listed page by page, also among many that look alike", async () => {
      const list = await open(theStore());
      const matching: string[] = [];
      for (let count = 0; count < 12; count++) {
        matching.unshift(await list.add({ k: "v" }));
        await list.add({ 'x"k': "v" });
      }
      const seen: string[] = [];
      let before: string | undefined;
      do {
        const page = await list.ids({ limit: 5, ...(before && { before }) }, { key: "k", value: "v" });
        seen.push(...page);
        before = page.length === 5 ? page.at(-1) : undefined;
      } while (before !== undefined);
      expect(seen).toEqual(matching);
    });
  });

  it("workspaces by a label are cut down by a search and ids too", async () => {
    const tenant = unique();
    const labelled = (name: string, value: string) =>
      givenWorkspace(theStore(), { tenant, name, labels: { k: value } });
    const namesOf = async (value: string, options: object) =>
      (await theStore().workspaces.list(tenant, { limit: 100, label: { key: "k", value }, ...options })).map(
        ({ name }) => name,
      );
    await labelled("x1", "v");
    const { id } = await labelled("x2", "v");
    await labelled("y3", "v");
    await labelled("x4", "w");
    expect(await namesOf("v", { search: "X" })).toEqual(["x2", "x1"]);
    expect(await namesOf("v", { search: "x", ids: [id] })).toEqual(["x2"]);
    expect(await namesOf("w", { ids: [id] })).toEqual([]);
  });
}
