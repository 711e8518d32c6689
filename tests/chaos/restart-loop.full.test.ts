import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { InstanceProcess } from "./instance-process.ts";
import { feedFaults, readFeed } from "./feed-reader.ts";
import { seeded } from "./random.ts";
import { ALL_LINES, handOver, linesInFiles, makeWorkspace, type Accepted } from "./sessions.ts";
import { chaosWorld, linesOf, type World } from "./world.ts";

const TURNS = 30;
const WORKSPACES = 6;
const KILLS = 20;
/** Turns that take longer hang. */
const HANG_SECONDS = 900;

async function worldOf(
  store: string,
  leaseMs: number,
  command: (session: string, step: number) => string | null,
) {
  const world = await chaosWorld({
    script: { command, delayMs: 100 },
    instances: 1,
    hasSqlite: store === "SQLite",
    leaseMs,
    maxRunningTurns: 64,
  });
  const [instance] = world.instances;
  if (instance === undefined) throw new Error("There is no instance.");
  await instance.startSurely();
  return { world, instance };
}

async function giveWork({ caller }: World): Promise<readonly Accepted[]> {
  const workspaces = await Promise.all(
    Array.from({ length: WORKSPACES }, (_, index) => makeWorkspace(caller, `workspace ${index}`)),
  );
  return Promise.all(
    Array.from({ length: TURNS }, (_, index) =>
      handOver(caller, workspaces[index % WORKSPACES] ?? "", `s${index}`),
    ),
  );
}

/** Restarts the instance until all sessions are idle. Returns how each turn ended, and the number of starts. */
async function untilIdle({ caller }: World, instance: InstanceProcess, sessions: readonly Accepted[]) {
  let starts = 0;
  const ends = new Map<string, string | null>();
  const limit = performance.now() + HANG_SECONDS * 1000;
  while (ends.size < sessions.length) {
    if (performance.now() > limit)
      throw new Error(`Only ${ends.size} turns ended:\n${instance.complaints()}`);
    if (!instance.isRunning) {
      starts += 1;
      await instance.startSurely();
    }
    for (const { key, path } of sessions.filter(({ key }) => !ends.has(key))) {
      const response = await caller.once(path).catch(() => null);
      if (response?.ok !== true) break;
      const { status, stop_reason } = (await response.json()) as {
        readonly status: string;
        readonly stop_reason: string | null;
      };
      if (status === "idle") ends.set(key, stop_reason);
    }
    await pause(100);
  }
  return { ends, starts };
}

describe.each(["SQLite", "Postgres"])("a server on %s", { timeout: (HANG_SECONDS + 90) * 1000 }, (store) => {
  it(`that is killed ${KILLS} times in its first second completes all ${TURNS} turns, and shows every event once to a reader of the feed`, async () => {
    const made = await worldOf(store, 300, linesInFiles);
    await using world = made.world;
    const { instance } = made;
    const random = seeded(1);
    const sessions = await giveWork(world);
    const signal = AbortSignal.timeout(HANG_SECONDS * 1000);
    const feed = readFeed(world.caller, { random: seeded(2), turns: TURNS, signal });
    for (let kill = 0; kill < KILLS; kill++) {
      await pause(random() * 1000);
      await instance.kill();
      void instance.start();
    }
    const { ends } = await untilIdle(world, instance, sessions);
    expect([...ends.values()]).toEqual(sessions.map(() => "end_turn"));
    expect(await feedFaults(world.caller, sessions, [await feed])).toEqual([]);
    for (const session of sessions) {
      const lines = await linesOf(world, session);
      expect(new Set(lines).size).toBe(lines.length);
      expect(ALL_LINES).toEqual(expect.arrayContaining([...lines]));
    }
  });

  it("that the command of one turn kills ends only that turn as crashed", async () => {
    const poison = `s${TURNS}`;
    let pid = (): number | null => null;
    const made = await worldOf(store, 2_000, (session, step) =>
      session === poison ? `kill -9 ${pid()}` : linesInFiles(session, step),
    );
    await using world = made.world;
    const { instance } = made;
    pid = () => instance.pid;
    const innocents = await giveWork(world);
    const workspace = await makeWorkspace(world.caller, "poisoned");
    const sessions = [...innocents, await handOver(world.caller, workspace, poison)];
    const { ends, starts } = await untilIdle(world, instance, sessions);
    console.log(`${store}: the server was started again ${starts} times`);
    const crashed = [...ends].filter(([, reason]) => reason !== "end_turn");
    expect(crashed).toEqual([[poison, "crashed"]]);
    expect(starts).toBeLessThanOrEqual(6);
  });
});
