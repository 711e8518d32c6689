import { describe, expect, it } from "vitest";
import type { ScheduleRecord } from "../../domain/schedules/schedule.ts";
import type { DueClaim } from "../../ports/due-rows.ts";
import type { CompleteStore } from "../../ports/store.ts";
import { givenWorkspace, type TheStore } from "./given.ts";
import { unique } from "./records.ts";
import { aSchedule, aScheduleRun } from "./schedule-records.ts";

/** Claims cross tenants: each test has a time of its own, before those of all others. */
let time = 1_000_000_000_000;

export function schedulesSuite(theStore: TheStore<CompleteStore>): void {
  const schedules = () => theStore().schedules;
  const aTime = () => (time -= 1_000_000);

  async function given(record: Partial<ScheduleRecord> = {}): Promise<ScheduleRecord> {
    const schedule = aSchedule(await givenWorkspace(theStore()), record);
    await schedules().insert(schedule);
    return schedule;
  }
  const claim = (options?: DueClaim) =>
    theStore().transaction((repositories) => repositories.schedules.claim(options));
  const rest = (schedule: ScheduleRecord) => schedules().save({ ...schedule, due_at: null });

  describe("schedules", () => {
    it("are found in their own tenant and workspace alone", async () => {
      const schedule = await given({ session_id: "ses_1", at: 5, cron: null, next_run_at: 5, due_at: null });
      const { tenant, workspace_id, id } = schedule;
      expect(await schedules().get(tenant, workspace_id, id)).toEqual(schedule);
      expect(await schedules().get(unique(), workspace_id, id)).toBeNull();
      expect(await schedules().get(tenant, "ws_other", id)).toBeNull();
      const orphan = aSchedule({ id: "ws_none", tenant });
      await expect(schedules().insert(orphan)).rejects.toMatchObject({ code: "not_found" });
    });

    it("are listed newest first, page by page, those of their workspace alone", async () => {
      const workspace = await givenWorkspace(theStore());
      const other = await givenWorkspace(theStore(), { tenant: workspace.tenant });
      const [first, second, third] = [aSchedule(workspace), aSchedule(workspace), aSchedule(workspace)];
      for (const schedule of [first, second, third, aSchedule(other)]) await schedules().insert(schedule);
      expect(await schedules().list(workspace.tenant, workspace.id, { limit: 2 })).toEqual([third, second]);
      const later = { limit: 2, before: second.id };
      expect(await schedules().list(workspace.tenant, workspace.id, later)).toEqual([first]);
    });

    it("are changed as a whole, what a transaction has locked too", async () => {
      const schedule = await given();
      const changed = { ...schedule, name: "other", session_id: "ses_2", version: 2, failures: 3 };
      await theStore().transaction(async (repositories) => {
        const { tenant, workspace_id, id } = schedule;
        expect(await repositories.schedules.get(tenant, workspace_id, id)).toEqual(schedule);
        await repositories.schedules.save(changed);
      });
      expect(await schedules().get(schedule.tenant, schedule.workspace_id, schedule.id)).toEqual(changed);
      await expect(schedules().save({ ...changed, tenant: unique() })).rejects.toMatchObject({
        code: "not_found",
      });
    });

    it("are deleted with their runs, and with their workspace", async () => {
      const schedule = await given();
      const { tenant, workspace_id, id } = schedule;
      await schedules().runs.add([aScheduleRun(schedule)]);
      expect(await schedules().delete(unique(), workspace_id, id)).toBe(false);
      expect(await schedules().delete(tenant, "ws_other", id)).toBe(false);
      expect(await schedules().delete(tenant, workspace_id, id)).toBe(true);
      expect(await schedules().delete(tenant, workspace_id, id)).toBe(false);
      expect(await schedules().runs.list(tenant, id, { limit: 5 })).toEqual([]);

      const second = await given();
      await schedules().runs.add([aScheduleRun(second)]);
      await theStore().workspaces.delete(second.tenant, second.workspace_id);
      expect(await schedules().get(second.tenant, second.workspace_id, second.id)).toBeNull();
      expect(await schedules().runs.list(second.tenant, second.id, { limit: 5 })).toEqual([]);
    });

    it("are claimed when they are due by the store's clock, the longest due first", async () => {
      const due = aTime();
      const late = await given({ due_at: due + 5, next_run_at: due + 5 });
      const early = await given({ due_at: due, next_run_at: due });
      const next = await given({ due_at: (await theStore().now()) + 3_600_000 });
      await given();
      expect(await schedules().dueIn()).toBeLessThanOrEqual(0);
      expect((await claim())?.record).toEqual(early);
      const claimed = await claim({ except: [early.id] });
      expect(claimed?.record).toEqual(late);
      expect(Math.abs((claimed?.now ?? 0) - (await theStore().now()))).toBeLessThan(60_000);
      await rest(early);
      expect((await claim())?.record).toEqual(late);
      await rest(late);
      expect(await claim()).toBeNull();
      const left = (await schedules().dueIn()) ?? 0;
      expect(left).toBeGreaterThan(3_500_000);
      expect(left).toBeLessThanOrEqual(3_600_000);
      const later = (next.due_at ?? 0) + 7;
      expect(await schedules().dueIn(later)).toBe(-7);
      expect(await claim({ now: later - 8 })).toBeNull();
      expect(await claim({ now: later })).toEqual({ record: next, now: later });
      await rest(next);
      expect(await schedules().dueIn()).toBeNull();
    });

    it("are claimed by one of several who ask at once, and stay due where the transaction is undone", async () => {
      const schedule = await given({ due_at: aTime() });
      const undone = theStore().transaction(async (repositories) => {
        expect((await repositories.schedules.claim())?.record.id).toBe(schedule.id);
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      let holders = 0;
      const claims = await Promise.all(
        Array.from({ length: 6 }, () =>
          theStore().transaction(async (repositories) => {
            const claimed = await repositories.schedules.claim();
            if (claimed === null) return 0;
            holders += 1;
            expect(holders).toBe(1);
            await repositories.schedules.save({ ...claimed.record, due_at: null });
            holders -= 1;
            return 1;
          }),
        ),
      );
      expect(claims.filter((count) => count === 1)).toHaveLength(1);
    });
  });
}
