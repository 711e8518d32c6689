import { describe, expect, it, onTestFinished } from "vitest";
import { BackgroundBinding } from "../background/background-binding.ts";
import { BackgroundProcess } from "../background/background-process.ts";
import { IdSequence } from "../domain/ids.ts";
import type { SessionRecord, SessionState } from "../domain/sessions/session.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import { memoryCluster, memoryVolumes } from "../memory/index.ts";
import { withMembers } from "../ports/checks/shape.ts";
import { silentLogger } from "../ports/logger.ts";
import type { CompleteStore } from "../ports/store.ts";
import { testHost, until } from "../test-host.test-support.ts";
import { aMessage, anEvent, aSession, aTurn, aWorkspace, fakeClock, testStore } from "../testing/index.ts";
import { RemovalNotices } from "../workspaces/removal-notices.ts";
import { Maintenance } from "./maintenance.ts";
import { aSchedule } from "../testing/store-contract/schedule-records.ts";
import { aSessionTrees } from "../testing/store-contract/snapshot-records.ts";
import { ProtectedSessions } from "./protected-sessions.ts";

const DAY = 86_400_000;
const AN_HOUR = 3_600_000;

/** A store with a workspace whose files the test's volumes have, before any service uses it. */
async function given({
  store: made,
  days = null,
}: { readonly store?: CompleteStore; readonly days?: number | null } = {}) {
  const clock = fakeClock(Date.parse("2026-06-01T00:00:00.000Z"));
  const store = made ?? testStore({ clock });
  await store.start();
  onTestFinished(() => store.close());
  const volumes = memoryVolumes();
  const base = aWorkspace({ tenant: "default", placement: await volumes.placement() });
  const retention = { sessions_days: days, outputs_days: null };
  const workspace: WorkspaceRecord = { ...base, config: { ...base.config, retention } };
  await store.workspaces.insert(workspace);

  /** A session that was made, and last active, so many days ago. */
  async function session(
    age: { readonly made: number; readonly active?: number },
    record: Partial<Omit<SessionRecord, "state">> & { readonly state?: Partial<SessionState> } = {},
    of = workspace,
  ): Promise<SessionRecord> {
    const at = (daysAgo: number) => clock.now() - daysAgo * DAY;
    const inserted = aSession(of, {
      id: new IdSequence().next("ses", at(age.made)),
      // No instance here claims it.
      placement: "another",
      ...record,
      state: { last_active_at: new Date(at(age.active ?? age.made)).toISOString(), ...record.state },
    });
    await store.sessions.insert(inserted);
    return inserted;
  }

  const isThere = async ({ tenant, workspace_id, id }: SessionRecord) =>
    (await store.sessions.get(tenant, workspace_id, id)) !== null;
  /** Starts a service, waits until it removed a session, and stops it: what it had begun is done then. */
  async function untilRemoved(session: SessionRecord, sessionsDays: number | null, over = store) {
    const open = withMembers(over, { start: async () => {}, close: async () => {} });
    const service = { store: open, clock, volumes, retention: { sessionsDays } };
    await using running = new AsyncDisposableStack();
    running.use(await testHost({ script: [], service }));
    await until(async () => !(await isThere(session)));
  }
  return { clock, store, volumes, workspace, session, isThere, untilRemoved };
}

describe("sessions that were inactive for longer than they are retained", () => {
  it("are removed with all that is theirs, and no others", async () => {
    const { store, session, isThere, untilRemoved } = await given();
    const [recent, old, oldest] = [
      await session({ made: 29 }),
      await session({ made: 31 }),
      await session({ made: 400 }),
    ];
    const stillActive = await session({ made: 300, active: 1 });
    const { tenant, id } = old;
    const turn = aTurn(id);
    await store.turns.save(tenant, turn);
    await store.events.append(tenant, id, [anEvent(id, 1)]);
    await store.messages.append(tenant, id, [aMessage(id, 1)]);
    await store.blobs.put(tenant, id, [{ hash: `of ${id}`, bytes: Uint8Array.of(1) }]);
    await untilRemoved(oldest, 30);
    expect(await Promise.all([recent, old, stillActive].map(isThere))).toEqual([true, false, true]);
    expect(await store.turns.get(tenant, id, turn.turn.id)).toBeNull();
    expect(await store.events.page(tenant, id, { after: 0, limit: 9 })).toEqual([]);
    expect(await store.messages.page(tenant, id, { after: 0, limit: 9 })).toEqual([]);
    expect(await store.blobs.get(tenant, `of ${id}`)).toBeNull();
  });

  it("count as writers for a session that has written since before they did", async () => {
    const { clock, store, session, untilRemoved } = await given();
    const rows = store.snapshots.sessions;
    const daysAgo = (days: number) => clock.now() - days * DAY;
    const [writing, old] = [await session({ made: 40, active: 1 }), await session({ made: 31 })];
    await rows.insert(aSessionTrees(writing, { begun_at: daysAgo(39), wrote_at: null }), []);
    await rows.insert(aSessionTrees(old, { begun_at: daysAgo(31), wrote_at: daysAgo(31) }), []);
    await untilRemoved(old, 30);
    const { tenant, workspace_id, id } = writing;
    expect(await rows.get(tenant, workspace_id, id)).toMatchObject({ writers: [old.id] });
  });

  it("stay while they run, wait, or have work", async () => {
    const { session, isThere, untilRemoved } = await given();
    const statuses = ["queued", "running", "waiting"] as const;
    const busy = [];
    for (const status of statuses) busy.push(await session({ made: 40 }, { state: { status } }));
    await untilRemoved(await session({ made: 41 }), 30);
    expect(await Promise.all(busy.map(isThere))).toEqual([true, true, true]);
  });

  it("stay while their background processes run on another instance", async () => {
    const store = memoryCluster().open();
    const { session, isThere, untilRemoved, workspace } = await given({ store });
    const kept = await session({ made: 40 });
    await store.cluster.instances.beat("inst_2", workspace.placement, AN_HOUR);
    await store.cluster.background.add({
      instanceId: "inst_2",
      tenant: workspace.tenant,
      workspaceId: workspace.id,
      sessionId: kept.id,
    });
    await untilRemoved(await session({ made: 41 }), 30);
    expect(await isThere(kept)).toBe(true);
  });

  it("stay when a message arrives between the look at them and their removal", async () => {
    const { store, session, isThere, untilRemoved } = await given();
    const last = await session({ made: 41 });
    const written = await session({ made: 40 });
    const sessions = withMembers(store.sessions, {
      list: async (...page) => {
        const found = await store.sessions.list(...page);
        await store.transaction(async ({ sessions }) => {
          const record = await sessions.lock(written.tenant, written.id);
          if (record !== null)
            await sessions.save({ ...record, state: { ...record.state, status: "queued" } });
        });
        return found;
      },
    });
    await untilRemoved(last, 30, withMembers(store, { sessions }));
    expect(await isThere(written)).toBe(true);
  });

  it("of subagents stay as long as their parent, and are removed with it, or later where a crash came between", async () => {
    const { session, isThere, untilRemoved } = await given();
    const parent = (id: string) => ({ parent: { session_id: id, turn_id: "turn_1", call_id: "call_1" } });
    const [old, active] = [await session({ made: 40 }), await session({ made: 40, active: 1 })];
    const orphan = await session({ made: 39 }, parent("ses_gone"));
    const ofActive = await session({ made: 39 }, parent(active.id));
    const ofOld = await session({ made: 39 }, parent(old.id));
    const below = await session({ made: 38 }, parent(ofOld.id));
    await untilRemoved(below, 30);
    expect(await Promise.all([old, active, orphan, ofActive, ofOld].map(isThere))).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
  });

  it("expire earlier where the workspace says so, and never later than the host says", async () => {
    const shorter = await given({ days: 10 });
    const old = await shorter.session({ made: 12 });
    const recent = await shorter.session({ made: 9 });
    await shorter.untilRemoved(old, 30);
    expect(await shorter.isThere(recent)).toBe(true);

    const longer = await given({ days: 100 });
    await longer.untilRemoved(await longer.session({ made: 31 }), 30);

    const alone = await given({ days: 10 });
    await alone.untilRemoved(await alone.session({ made: 12 }), null);
  });

  it("stay in workspaces without days, with files on other hosts, or that are being made or deleted", async () => {
    const { store, session, isThere, untilRemoved, workspace } = await given({ days: 30 });
    const variants: readonly Partial<WorkspaceRecord>[] = [
      { config: { ...workspace.config, retention: { sessions_days: null, outputs_days: null } } },
      {
        config: Object.fromEntries(
          Object.entries(workspace.config).filter(([name]) => name !== "retention"),
        ) as WorkspaceRecord["config"],
      },
      { placement: "another" },
      { status: "waiting_placement" },
    ];
    const kept = [];
    for (const variant of variants) {
      const other = aWorkspace({ ...workspace, ...variant, id: aWorkspace().id, name: aWorkspace().name });
      await store.workspaces.insert(other);
      kept.push(await session({ made: 40 }, {}, other));
    }
    const later = aWorkspace({ ...workspace, id: aWorkspace().id, name: "later" });
    await store.workspaces.insert(later);
    await untilRemoved(await session({ made: 40 }, {}, later), null);
    expect(await Promise.all(kept.map(isThere))).toEqual(variants.map(() => true));
  });
});

it("a session whose background process runs on this instance is protected until the process has ended", async () => {
  const { store, workspace, session } = await given();
  const serving = await session({ made: 40 });
  const living = { id: "inst_1", isKnownToLive: true };
  await store.cluster?.instances.beat(living.id, workspace.placement, AN_HOUR);
  const binding = new BackgroundBinding(store, living, silentLogger, new RemovalNotices());
  const sessions = new ProtectedSessions(store, binding);
  const process = new BackgroundProcess("bg_1", serving.id, "serve", fakeClock());
  await binding.add({ tenant: workspace.tenant, workspaceId: workspace.id, sessionId: serving.id }, process);
  expect(await sessions.of(workspace)).toEqual(new Set([serving.id]));
  expect(await sessions.of(aWorkspace())).toEqual(new Set());
  await binding.remove(serving.id, process);
  expect(await sessions.of(workspace)).toEqual(new Set());
});

it("a session that a schedule names is protected until the schedule has ended", async () => {
  const { store, workspace, session } = await given();
  const named = await session({ made: 40 });
  const binding = { sessionsIn: () => [] };
  const sessions = new ProtectedSessions(store, binding);
  const schedule = aSchedule(workspace, { session_id: named.id, paused_reason: "manual" });
  await store.schedules.insert(aSchedule(workspace, { session_id: null }));
  await store.schedules.insert(schedule);
  expect(await sessions.of(workspace)).toEqual(new Set([named.id]));
  await store.schedules.save({ ...schedule, paused_reason: "ended" });
  expect(await sessions.of(workspace)).toEqual(new Set());
});

it("expired sessions and snapshots are removed every hour, and the space is returned", async () => {
  const { store, clock } = await given();
  const done: string[] = [];
  const shrinking = withMembers(store, { shrink: async () => void done.push("shrunk") });
  const maintenance = new Maintenance(
    shrinking,
    clock,
    silentLogger,
    { finishInterrupted: async () => {} },
    { run: async () => void done.push("expired") },
    { run: async () => void done.push("snapshots"), settled: async () => {} },
    { sweep: async () => void done.push("copies") },
  );
  maintenance.start(async () => {});
  await until(() => done.length === 4);
  await clock.advance(AN_HOUR - 1);
  expect(done).toEqual(["expired", "snapshots", "copies", "shrunk"]);
  await clock.advance(1);
  await until(() => done.length === 8);
  await maintenance.stop();
  const once = ["expired", "snapshots", "copies", "shrunk"];
  expect(done).toEqual([...once, ...once]);
});
