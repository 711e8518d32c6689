import { describe, expect, it } from "vitest";
import type { ScheduleRecord } from "../../domain/schedules/schedule.ts";
import type { CompleteStore } from "../../ports/store.ts";
import { givenWorkspace, type TheStore } from "./given.ts";
import { unique } from "./records.ts";
import { aSchedule, aScheduleRun } from "./schedule-records.ts";

export function scheduleRunsSuite(theStore: TheStore<CompleteStore>): void {
  const runs = () => theStore().schedules.runs;

  async function given(): Promise<ScheduleRecord> {
    const schedule = aSchedule(await givenWorkspace(theStore()));
    await theStore().schedules.insert(schedule);
    return schedule;
  }

  describe("runs of schedules", () => {
    it("are listed newest first, page by page, those of their schedule alone", async () => {
      const schedule = await given();
      const other = await given();
      const [first, second, third] = [1, 2, 3].map((scheduled_at) =>
        aScheduleRun(schedule, { scheduled_at }),
      );
      if (first === undefined || second === undefined || third === undefined) throw new Error("No runs.");
      await runs().add([first, second, third]);
      await runs().add([aScheduleRun(other)]);
      const { tenant, id } = schedule;
      expect(await runs().list(tenant, id, { limit: 2 })).toEqual([third, second]);
      expect(await runs().list(tenant, id, { limit: 2, before: second.id })).toEqual([first]);
      expect(await runs().list(unique(), id, { limit: 2 })).toEqual([]);
      expect(await runs().get(tenant, id, first.id)).toEqual(first);
      expect(await runs().get(tenant, other.id, first.id)).toBeNull();
      expect(await runs().get(unique(), id, first.id)).toBeNull();
    });

    it("are one for each scheduled time, beside those that somebody asked for", async () => {
      const schedule = await given();
      const problem = { code: "queue_full", detail: "a\ud800\0" };
      const missed = aScheduleRun(schedule, {
        outcome: "failed",
        session_id: null,
        turn_id: null,
        turn_status: null,
        problem,
        is_open: false,
      });
      await runs().add([missed]);
      const again = aScheduleRun(schedule, { trigger: "catch_up", scheduled_at: missed.scheduled_at });
      await expect(runs().add([again])).rejects.toMatchObject({ code: "internal" });
      const manual = [1, 2].map(() =>
        aScheduleRun(schedule, { trigger: "manual", scheduled_at: missed.scheduled_at }),
      );
      await runs().add(manual);
      expect(await runs().list(schedule.tenant, schedule.id, { limit: 9 })).toEqual([
        ...manual.toReversed(),
        missed,
      ]);
    });

    it("are open until their turn has ended, and found by it", async () => {
      const schedule = await given();
      const all = [1, 2, 3].map((scheduled_at) => aScheduleRun(schedule, { scheduled_at }));
      await runs().add(all);
      const { tenant, id } = schedule;
      expect(await runs().listOpen(tenant, id, 2)).toEqual(all.slice(0, 2));
      const [first] = all;
      if (first === undefined) throw new Error("No run.");
      const ended = { ...first, turn_status: "failed", is_open: false } as const;
      await runs().save(ended);
      expect(await runs().listOpen(tenant, id, 9)).toEqual(all.slice(1));
      expect(await runs().ofTurn(tenant, first.turn_id ?? "")).toEqual(ended);
      expect(await runs().ofTurn(unique(), first.turn_id ?? "")).toBeNull();
      expect(await runs().ofTurn(tenant, "turn_none")).toBeNull();
    });

    it("are undone with the transaction that made them", async () => {
      const schedule = await given();
      const undone = theStore().transaction(async (repositories) => {
        await repositories.schedules.runs.add([aScheduleRun(schedule)]);
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      expect(await runs().list(schedule.tenant, schedule.id, { limit: 5 })).toEqual([]);
    });
  });
}
