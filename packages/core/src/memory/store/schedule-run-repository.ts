import { DomainError } from "../../domain/errors/domain-error.ts";
import type { ScheduleRunRecord } from "../../domain/schedules/schedule-run.ts";
import type { ScheduleRunRepository } from "../../ports/schedule-store.ts";
import type { Access } from "./access.ts";
import { frozenCopy } from "./frozen-copy.ts";
import type { Tables } from "./tables.ts";

export function removeRuns(tables: Tables, tenant: string, scheduleId: string): void {
  for (const { id, schedule_id } of [...tables.scheduleRuns.group(tenant)])
    if (schedule_id === scheduleId) tables.scheduleRuns.remove(tenant, id);
}

const isOfTime = (run: ScheduleRunRecord, other: ScheduleRunRecord) =>
  run.schedule_id === other.schedule_id &&
  run.scheduled_at === other.scheduled_at &&
  run.trigger !== "manual" &&
  other.trigger !== "manual";

function find(tables: Tables, tenant: string, scheduleId: string, id: string): ScheduleRunRecord | null {
  const record = tables.scheduleRuns.get(tenant, id);
  return record?.schedule_id === scheduleId ? record : null;
}

export function scheduleRunRepository(access: Access): ScheduleRunRepository {
  return {
    async add(records) {
      const copies = records.map(frozenCopy);
      await access.write((tables) => {
        for (const copy of copies) {
          const isTaken = tables.scheduleRuns
            .group(copy.tenant)
            .some((other) => other.id === copy.id || isOfTime(other, copy));
          if (isTaken) throw new DomainError("internal", "The schedule has a run at this time.");
          tables.scheduleRuns.put(copy.tenant, copy);
        }
      });
    },
    async get(tenant, scheduleId, id) {
      return find(access.tables, tenant, scheduleId, id);
    },
    async list(tenant, scheduleId, page) {
      return access.tables.scheduleRuns.newestFirst(
        tenant,
        page,
        ({ schedule_id }) => schedule_id === scheduleId,
      );
    },
    async listOpen(tenant, scheduleId, limit) {
      return access.tables.scheduleRuns
        .group(tenant)
        .filter(({ schedule_id, is_open }) => schedule_id === scheduleId && is_open)
        .slice(0, limit);
    },
    async ofTurn(tenant, turnId) {
      return access.tables.scheduleRuns.group(tenant).find(({ turn_id }) => turn_id === turnId) ?? null;
    },
    async save({ tenant, schedule_id, id, turn_status, is_open }) {
      await access.write((tables) => {
        if (find(tables, tenant, schedule_id, id) !== null)
          tables.scheduleRuns.update(tenant, id, { turn_status, is_open });
      });
    },
  };
}
