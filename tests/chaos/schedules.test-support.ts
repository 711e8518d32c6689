import { expect } from "vitest";
import { MIGRATED_SCHEMA } from "../../packages/store-postgres/src/testing/test-database.ts";
import { until } from "../until.test-support.ts";
import { killsAndFreeze } from "./kills-and-freeze.test-support.ts";
import { seeded } from "./random.ts";
import { makeWorkspace } from "./sessions.ts";
import { chaosWorld, type World } from "./world.ts";

const SECOND = 1_000;

export interface ScheduledChaos {
  readonly seed: number;
  readonly schedules: number;
  /** Each schedule is due every second for so long. */
  readonly seconds: number;
  /** How long the last times may take to be decided. */
  readonly drainSeconds: number;
}

interface Run {
  readonly schedule_id: string;
  readonly scheduled_at: string;
  readonly turn_id: string | null;
  readonly data: string;
}

async function makeSchedules(
  { caller }: World,
  workspaceId: string,
  { schedules, seconds }: ScheduledChaos,
): Promise<readonly { readonly id: string; readonly first: number; readonly last: number }[]> {
  const last = (Math.floor(Date.now() / SECOND) + seconds) * SECOND;
  return Promise.all(
    Array.from({ length: schedules }, async (_, number) => {
      const body = {
        name: `schedule ${number}`,
        cron: "* * * * *",
        turn: { message: "Say that all is done." },
        overlap: "parallel",
        catch_up: "all",
        ends_at: new Date(last).toISOString(),
      };
      const path = `/api/workspaces/${workspaceId}/schedules`;
      const made = await caller.call<{ id: string; next_runs_at: readonly string[] }>(
        "POST",
        path,
        body,
        `schedule ${number}`,
      );
      return { id: made.id, first: Date.parse(made.next_runs_at[0] ?? ""), last };
    }),
  );
}

/** Schedules that are due every second, on three instances that are killed and frozen. */
export async function scheduledChaos(options: ScheduledChaos): Promise<void> {
  const { seed, seconds, drainSeconds } = options;
  await using world = await chaosWorld({
    script: { command: () => null },
    hasSecondTimes: true,
    maxRunningTurns: 4,
  });
  await Promise.all(world.instances.map((instance) => instance.startSurely()));
  const workspaceId = await makeWorkspace(world.caller, "scheduled");
  const schedules = await makeSchedules(world, workspaceId, options);
  const { database } = world;
  const left = `select id from ${MIGRATED_SCHEMA}.schedules where due_at is not null`;
  await killsAndFreeze(world, seeded(seed), seconds);
  await until(async () => (await database.query(left)).rowCount === 0, seconds + drainSeconds);

  const { rows } = await database.query<Run>(
    `select schedule_id, scheduled_at, turn_id, data from ${MIGRATED_SCHEMA}.schedule_runs order by scheduled_at`,
  );
  const outcomes = new Map<string, number>();
  for (const { data } of rows) {
    const { trigger, outcome } = JSON.parse(data) as { trigger: string; outcome: string };
    const kind = `${trigger} ${outcome}`;
    outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
  }
  console.log(
    `schedules, seed ${seed}: ${rows.length} times, ${JSON.stringify(Object.fromEntries(outcomes))}`,
  );
  // No time is missing, and none is there twice.
  for (const { id, first, last } of schedules) {
    const times = rows.filter((run) => run.schedule_id === id).map((run) => Number(run.scheduled_at));
    const expected = Array.from(
      { length: (last - first) / SECOND + 1 },
      (_, index) => first + index * SECOND,
    );
    expect(times).toEqual(expected);
  }
  expect([...outcomes.keys()].filter((kind) => !/^(schedule|catch_up) started$/.test(kind))).toEqual([]);
  // Each turn belongs to one time, and each time to one turn.
  const turns = await database.query<{ id: string }>(`select id from ${MIGRATED_SCHEMA}.turns`);
  const started = rows.map((run) => run.turn_id ?? "");
  expect(new Set(started).size).toBe(started.length);
  expect(turns.rows.map(({ id }) => id).toSorted()).toEqual(started.toSorted());
}
