import { inject, service } from "../di.ts";
import { principalOf } from "../access/run-as.ts";
import { WorkspaceAccess } from "../access/workspace-access.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { ScheduleRecord } from "../domain/schedules/schedule.ts";
import type { ScheduleRepository } from "../ports/schedule-store.ts";
import type { Repositories } from "../ports/store.ts";
import { requirePart } from "../ports/store-parts.ts";
import { ScheduleTimes } from "./schedule-times.ts";

export function schedulesOf(repositories: Repositories): ScheduleRepository {
  return requirePart(repositories, "schedules");
}

/** As whom a schedule runs now. Throws `not_allowed` if it can run as nobody. */
export async function requirePrincipalOf(
  repositories: Repositories,
  record: ScheduleRecord,
  now: number,
): Promise<Principal> {
  const principal = await principalOf(repositories, record, now);
  if (principal !== null) return principal;
  throw new DomainError(
    "not_allowed",
    "The token of whoever made the schedule was revoked or has expired. Change its `turn` to run it as yourself.",
  );
}

/** Throws `not_found`. Inside a transaction, the row is locked until its end. */
export async function findSchedule(
  repositories: Repositories,
  { tenant }: Principal,
  workspaceId: string,
  id: string,
): Promise<ScheduleRecord> {
  const record = await schedulesOf(repositories).get(tenant, workspaceId, id);
  if (record === null) throw new DomainError("not_found", "There is no such schedule.");
  return record;
}

/** Whether a principal can use the schedules of a workspace. */
@service()
export class ScheduleAccess {
  constructor(
    @inject(WorkspaceAccess) private readonly workspaces: WorkspaceAccess,
    @inject(ScheduleTimes) private readonly times: ScheduleTimes,
  ) {}

  /** Throws `not_allowed` for a host without schedules, then `not_found` for a workspace that the principal does not see. */
  async require(principal: Principal, workspaceId: string): Promise<void> {
    this.times.assertOffered();
    await this.workspaces.find(principal, workspaceId);
  }
}
