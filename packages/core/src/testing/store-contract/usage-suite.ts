import { describe, expect, it } from "vitest";
import type { CompleteStore } from "../../ports/store.ts";
import { newId } from "../../domain/ids.ts";
import { noStats } from "../../domain/sessions/turn.ts";
import type { UsageRow } from "../../domain/usage/usage.ts";
import { givenSession, givenWorkspace, type TheStore } from "./given.ts";
import { unique } from "./records.ts";

export function aUsageRow(row: Partial<UsageRow> = {}): UsageRow {
  return { ...noStats, day: "2026-03-01", model: "provider/one", turns: 0, ...row };
}

const inOrder = (rows: readonly UsageRow[]) =>
  rows.toSorted((a, b) => (`${a.day} ${a.model}` < `${b.day} ${b.model}` ? -1 : 1));

export function usageSuite(theStore: TheStore<CompleteStore>): void {
  const usage = () => theStore().usage;
  const list = async (tenant: string, id: string) => inOrder(await usage().list(tenant, id));

  describe("usage", () => {
    it("is summed over sessions, by day and model", async () => {
      const workspace = await givenWorkspace(theStore());
      const { tenant, id } = workspace;
      const [one, other] = [newId("ses"), newId("ses")];
      const step = { steps: 1, input_tokens: 2 ** 40, output_tokens: 3, cost_usd: 0.1 };
      await usage().add(tenant, id, one, [aUsageRow(step), aUsageRow({ ...step, model: "" })]);
      await usage().add(tenant, id, one, [
        aUsageRow({ ...step, cache_read_tokens: 7, cache_write_tokens: 5, tool_calls: 2 }),
      ]);
      await usage().add(tenant, id, other, [
        aUsageRow({ ...step, cost_usd: 0.2, turns: 1, duration_ms: 1_234 }),
        aUsageRow({ day: "2026-03-02", steps: 1 }),
      ]);
      expect(await list(tenant, id)).toEqual([
        aUsageRow({ ...step, model: "" }),
        aUsageRow({
          turns: 1,
          steps: 3,
          tool_calls: 2,
          input_tokens: 3 * 2 ** 40,
          output_tokens: 9,
          cache_read_tokens: 7,
          cache_write_tokens: 5,
          cost_usd: 0.4,
          duration_ms: 1_234,
        }),
        aUsageRow({ day: "2026-03-02", steps: 1 }),
      ]);
    });

    it("has a cost that is the sum of what is known of it, and null where nothing is", async () => {
      const { tenant, id } = await givenWorkspace(theStore());
      const session = newId("ses");
      for (const cost_usd of [null, 0.000_000_003, null, 0.7, 0])
        await usage().add(tenant, id, session, [
          aUsageRow({ cost_usd }),
          aUsageRow({ model: "provider/unpriced" }),
        ]);
      await usage().add(tenant, id, newId("ses"), [aUsageRow({ cost_usd: null })]);
      expect(await list(tenant, id)).toEqual([
        aUsageRow({ cost_usd: 0.700_000_003 }),
        aUsageRow({ model: "provider/unpriced", cost_usd: null }),
      ]);
    });

    it("loses nothing when many add at once, to one session and to several", async () => {
      const { tenant, id } = await givenWorkspace(theStore());
      const sessions = [newId("ses"), newId("ses"), newId("ses")];
      await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          usage().add(tenant, id, sessions[index % 3] ?? "", [aUsageRow({ steps: 1, cost_usd: 0.01 })]),
        ),
      );
      expect(await list(tenant, id)).toEqual([aUsageRow({ steps: 60, cost_usd: 0.6 })]);
    });

    it("does not count what is undone", async () => {
      const { tenant, id } = await givenWorkspace(theStore());
      const undone = theStore().transaction(async (inside) => {
        await inside.usage.add(tenant, id, "ses_1", [aUsageRow({ steps: 9 })]);
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      expect(await list(tenant, id)).toEqual([]);
    });

    it("of a deleted session stays counted, and that of a deleted workspace goes", async () => {
      const workspace = await givenWorkspace(theStore());
      const { tenant, id } = workspace;
      const rows = [aUsageRow({ steps: 1, cost_usd: 0.1 }), aUsageRow({ day: "2026-03-02", turns: 1 })];
      for (let count = 0; count < 3; count++) {
        const session = await givenSession(theStore(), {}, workspace);
        await usage().add(tenant, id, session.id, rows);
        if (count < 2) await theStore().sessions.delete(tenant, session.id);
      }
      const sums = [aUsageRow({ steps: 3, cost_usd: 0.3 }), aUsageRow({ day: "2026-03-02", turns: 3 })];
      expect(await list(tenant, id)).toEqual(sums);
      await theStore().transaction(async ({ sessions }) => {
        for (const { id: session } of await sessions.list(tenant, id, { limit: 9 }))
          await sessions.delete(tenant, session);
      });
      expect(await list(tenant, id)).toEqual(sums);
      await theStore().workspaces.delete(tenant, id);
      expect(await list(tenant, id)).toEqual([]);
    });

    it("costs a tenant what its workspaces cost since a day, deleted ones too", async () => {
      const one = await givenWorkspace(theStore());
      const { tenant } = one;
      const records = [one, await givenWorkspace(theStore(), { tenant })];
      expect(await usage().costSince(tenant, "2026-03-01")).toBe(0);
      for (const { id } of records) {
        await usage().add(tenant, id, newId("ses"), [
          aUsageRow({ cost_usd: 0.1 }),
          aUsageRow({ model: "provider/unpriced" }),
          aUsageRow({ day: "2026-02-28", cost_usd: 5 }),
          aUsageRow({ day: "2026-03-31", model: "provider/two", cost_usd: 0.02 }),
        ]);
      }
      const session = await givenSession(theStore(), {}, one);
      await usage().add(tenant, one.id, session.id, [aUsageRow({ cost_usd: 0.000_000_001 })]);
      expect(await usage().costSince(tenant, "2026-03-01")).toBe(0.240_000_001);
      await theStore().sessions.delete(tenant, session.id);
      for (const { id } of records) await theStore().workspaces.delete(tenant, id);
      expect(await usage().costSince(tenant, "2026-03-01")).toBe(0.240_000_001);
      expect(await usage().costSince(tenant, "2026-03-02")).toBe(0.04);
      expect(await usage().costSince(unique(), "2026-03-01")).toBe(0);
    });

    it("costs a tenant once what a workspace cost that several delete at the same time", async () => {
      const { tenant, id } = await givenWorkspace(theStore());
      await usage().add(tenant, id, newId("ses"), [aUsageRow({ cost_usd: 0.3 })]);
      const adding = usage()
        .add(tenant, id, newId("ses"), [aUsageRow({ cost_usd: 0.2 })])
        .then(
          () => 0.5,
          () => 0.3,
        );
      await Promise.all(Array.from({ length: 4 }, () => theStore().workspaces.delete(tenant, id)));
      expect(await usage().costSince(tenant, "2026-03-01")).toBe(await adding);
    });

    it("belongs to a workspace of its tenant", async () => {
      const { tenant, id } = await givenWorkspace(theStore());
      const missing = expect.objectContaining({ code: "not_found" }) as unknown;
      await expect(usage().add(tenant, "ws_unknown", "ses_1", [aUsageRow()])).rejects.toEqual(missing);
      await expect(usage().add(unique(), id, "ses_1", [aUsageRow()])).rejects.toEqual(missing);
      await usage().add(tenant, id, "ses_1", [aUsageRow({ steps: 1 })]);
      expect(await list(unique(), id)).toEqual([]);
      expect(await list(tenant, "ws_other")).toEqual([]);
    });
  });
}
