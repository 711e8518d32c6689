import { inject, service } from "../di.ts";
import { DEFAULT_PAGE, toPage, type Page, type PageRequest } from "../domain/paging.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { PreviewSchedule, SchedulePreview } from "../domain/schedules/preview.ts";
import type { ScheduleRun } from "../domain/schedules/schedule-run.ts";
import type { CreateSchedule, Schedule, UpdateSchedule } from "../domain/schedules/schedule.ts";
import type { CreateOptions } from "../idempotency/idempotency.ts";
import type { Versioned } from "../library/library-api.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, STORE } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import { ManualRuns } from "./manual-runs.ts";
import { ScheduleAccess, schedulesOf, toNewestFirst } from "./schedule-access.ts";
import { ScheduleCreation } from "./schedule-creation.ts";
import { ScheduleEditor } from "./schedule-editor.ts";
import { ScheduleTimes } from "./schedule-times.ts";
import { toRuns } from "./schedule-views.ts";
import type { ScheduleCondition, SchedulesApi } from "./schedules-api.ts";

/** The schedules of workspaces and their runs. */
@service()
export class SchedulesService implements SchedulesApi {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(ScheduleAccess) private readonly access: ScheduleAccess,
    @inject(ScheduleCreation) private readonly creation: ScheduleCreation,
    @inject(ScheduleEditor) private readonly editor: ScheduleEditor,
    @inject(ScheduleTimes) private readonly times: ScheduleTimes,
    @inject(ManualRuns) private readonly manual: ManualRuns,
  ) {}

  list(principal: Principal, workspaceId: string, query: PageRequest): Promise<Page<Schedule>> {
    return this.editor.list(principal, workspaceId, query);
  }

  create(
    principal: Principal,
    workspaceId: string,
    input: CreateSchedule,
    options?: CreateOptions,
  ): Promise<Versioned<Schedule>> {
    return this.creation.create(principal, workspaceId, input, options);
  }

  get(principal: Principal, workspaceId: string, id: string): Promise<Versioned<Schedule>> {
    return this.editor.get(principal, workspaceId, id);
  }

  update(
    principal: Principal,
    workspaceId: string,
    id: string,
    change: UpdateSchedule,
    condition?: ScheduleCondition,
  ): Promise<Versioned<Schedule>> {
    return this.editor.update(principal, workspaceId, id, change, condition);
  }

  delete(
    principal: Principal,
    workspaceId: string,
    id: string,
    condition?: ScheduleCondition,
  ): Promise<void> {
    return this.editor.delete(principal, workspaceId, id, condition);
  }

  pause(principal: Principal, workspaceId: string, id: string): Promise<Versioned<Schedule>> {
    return this.editor.pause(principal, workspaceId, id);
  }

  resume(principal: Principal, workspaceId: string, id: string): Promise<Versioned<Schedule>> {
    return this.editor.resume(principal, workspaceId, id);
  }

  async run(
    principal: Principal,
    workspaceId: string,
    id: string,
    options: CreateOptions = {},
  ): Promise<ScheduleRun> {
    await this.access.require(principal, workspaceId);
    const address = { workspace_id: workspaceId, id };
    return this.manual.run(principal, address, options, (repositories) =>
      this.access.find(principal, workspaceId, id, repositories),
    );
  }

  async runs(
    principal: Principal,
    workspaceId: string,
    id: string,
    query: PageRequest,
  ): Promise<Page<ScheduleRun>> {
    await this.access.require(principal, workspaceId);
    await this.access.find(principal, workspaceId, id);
    const rows = await schedulesOf(this.store).runs.list(principal.tenant, id, toNewestFirst(query));
    const { items, next } = toPage(rows, query.limit ?? DEFAULT_PAGE, (row) => row.id);
    return { items: await toRuns(this.store, items), next };
  }

  async preview(_: Principal, input: PreviewSchedule): Promise<SchedulePreview> {
    return this.times.preview(input, this.clock.now());
  }
}
