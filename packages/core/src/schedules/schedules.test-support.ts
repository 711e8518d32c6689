import type { AgentServiceOptions } from "../composition/agent-service-options.ts";
import type { AgentService } from "../composition/agent-service.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { ScheduleRun } from "../domain/schedules/schedule-run.ts";
import type { CreateScheduleInput, Schedule } from "../domain/schedules/schedule.ts";
import { memoryVolumes } from "../memory/index.ts";
import type { VolumeProvider } from "../ports/volume.ts";
import type { CompleteStore } from "../ports/store.ts";
import { admin, eventLoopTurns, startedService, stopWithClock } from "../test-host.test-support.ts";
import {
  fakeClock,
  minuteTimes,
  scriptedModels,
  testStore,
  type FakeClock,
  type ModelScript,
} from "../testing/index.ts";

export const MINUTE = 60_000;
export const START = Date.parse("2026-03-01T12:00:00.000Z");
export const timeAt = (minutes: number) => new Date(START + minutes * MINUTE).toISOString();

export interface ScheduleHost extends AsyncDisposable {
  readonly service: AgentService;
  readonly store: CompleteStore;
  readonly clock: FakeClock;
  readonly workspaceId: string;
  readonly volumes: VolumeProvider;
  /** A schedule that sends a message every two minutes. */
  create(input?: Partial<CreateScheduleInput>, principal?: Principal): Promise<Schedule>;
  get(id: string): Promise<Schedule>;
  /** Oldest first. */
  runs(id: string): Promise<readonly ScheduleRun[]>;
  /** The runs in short: `minutes trigger outcome turn_status`, oldest first. */
  history(id: string): Promise<readonly string[]>;
  /** Moves the time on. */
  minutes(count: number): Promise<void>;
  /** Another instance on the same data. */
  restart(): Promise<ScheduleHost>;
}

const ready = () => ({ text: "done" });

async function hostOn(
  store: CompleteStore,
  clock: FakeClock,
  options: Partial<AgentServiceOptions>,
  script: ModelScript,
  known?: Pick<ScheduleHost, "workspaceId" | "volumes">,
): Promise<ScheduleHost> {
  const volumes = known?.volumes ?? memoryVolumes({ clock });
  const service = await startedService({
    store,
    volumes,
    models: scriptedModels(script),
    cronTimes: minuteTimes,
    clock,
    ...options,
  });
  const workspaceId = known?.workspaceId ?? (await service.workspaces.create(admin, { name: "test" })).id;
  const runs = async (id: string) =>
    (await service.schedules.runs(admin, workspaceId, id, { limit: 500 })).items.toReversed();
  return {
    service,
    store,
    clock,
    workspaceId,
    volumes,
    async create(input = {}, principal = admin) {
      const when = input.at === undefined ? { cron: "*/2 * * * *" } : {};
      const turn = { message: "Tidy up." };
      const created = { name: "tidy", ...when, turn, ...input };
      const { item } = await service.schedules.create(principal, workspaceId, created);
      await eventLoopTurns();
      return item;
    },
    get: async (id) => (await service.schedules.get(admin, workspaceId, id)).item,
    runs,
    async history(id) {
      return (await runs(id)).map(({ scheduled_at, trigger, outcome, turn_status }) => {
        const minutes = (Date.parse(scheduled_at) - START) / MINUTE;
        return [minutes, trigger, outcome, ...(turn_status === null ? [] : [turn_status])].join(" ");
      });
    },
    async minutes(count) {
      await clock.advance(count * MINUTE);
      await eventLoopTurns();
    },
    restart: () => hostOn(store, clock, options, script, { workspaceId, volumes }),
    [Symbol.asyncDispose]: () => stopWithClock(service, clock),
  };
}

/** A service whose clock is moved by hand, at noon. */
export async function scheduleHost(
  script: ModelScript = ready,
  options: Partial<AgentServiceOptions> = {},
): Promise<ScheduleHost> {
  const clock = fakeClock(START);
  return hostOn(testStore({ clock }), clock, options, script);
}

/** The history of a schedule of every ten minutes after `minutes` without an instance. */
export async function downFor(
  minutes: number,
  catch_up: "none" | "latest" | "all",
  window = 3_600,
): Promise<readonly string[]> {
  const host = await scheduleHost();
  const { id } = await host.create({
    cron: "*/10 * * * *",
    catch_up,
    catch_up_window_seconds: window,
    overlap: "parallel",
  });
  await host[Symbol.asyncDispose]();
  await host.clock.advance(minutes * MINUTE);
  await using again = await host.restart();
  await again.minutes(1);
  return await again.history(id);
}
