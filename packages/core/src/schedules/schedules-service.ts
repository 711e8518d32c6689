import { inject, service } from "../di.ts";
import { newestPage, type Page, type PageRequest } from "../domain/paging.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { PreviewSchedule, SchedulePreview } from "../domain/schedules/preview.ts";
import type { ScheduleRun } from "../domain/schedules/schedule-run.ts";
import type { Schedule } from "../domain/schedules/schedule.ts";
import type { Versioned } from "../library/library-api.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, STORE } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import { ManualRuns } from "./manual-runs.ts";
import { findSchedule, ScheduleAccess, schedulesOf } from "./schedule-access.ts";
import { ScheduleCreation } from "./schedule-creation.ts";
import { ScheduleEditor } from "./schedule-editor.ts";
import { ScheduleTimes } from "./schedule-times.ts";
import { toRuns } from "./schedule-views.ts";
import type { SchedulesApi } from "./schedules-api.ts";

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

  list(...given: Parameters<ScheduleEditor["list"]>): Promise<Page<Schedule>> {
    return this.editor.list(...given);
  }

  create(...given: Parameters<ScheduleCreation["create"]>): Promise<Versioned<Schedule>> {
    return this.creation.create(...given);
  }

  get(...given: Parameters<ScheduleEditor["get"]>): Promise<Versioned<Schedule>> {
    return this.editor.get(...given);
  }

  update(...given: Parameters<ScheduleEditor["update"]>): Promise<Versioned<Schedule>> {
    return this.editor.update(...given);
  }

  delete(...given: Parameters<ScheduleEditor["delete"]>): Promise<void> {
    return this.editor.delete(...given);
  }

  pause(...given: Parameters<ScheduleEditor["pause"]>): Promise<Versioned<Schedule>> {
    return this.editor.pause(...given);
  }

  resume(...given: Parameters<ScheduleEditor["resume"]>): Promise<Versioned<Schedule>> {
    return this.editor.resume(...given);
  }

  run(...given: Parameters<ManualRuns["run"]>): Promise<ScheduleRun> {
    return this.manual.run(...given);
  }

  async runs(
    principal: Principal,
    workspaceId: string,
    id: string,
    query: PageRequest,
  ): Promise<Page<ScheduleRun>> {
    await this.access.require(principal, workspaceId);
    await findSchedule(this.store, principal, workspaceId, id);
    const { items, next } = await newestPage(query, (page) =>
      schedulesOf(this.store).runs.list(principal.tenant, id, page),
    );
    return { items: await toRuns(this.store, items), next };
  }

  async preview(_: Principal, input: PreviewSchedule): Promise<SchedulePreview> {
    return this.times.preview(input, this.clock.now());
  }
}
