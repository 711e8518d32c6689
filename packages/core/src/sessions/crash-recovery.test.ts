import { describe, expect, it } from "vitest";
import { bash } from "../agent/subagents/subagents.test-support.ts";
import type { Store } from "../ports/store.ts";
import { admin, clockOfLeases, eventLoopTurns, testHost, until } from "../test-host.test-support.ts";
import { fakeClock, testStore } from "../testing/index.ts";
import {
  endedWell,
  innocents,
  LONG,
  LOOKING,
  mortalServer,
  POISON,
  STUCK,
  surviving,
} from "./mortal-server.test-support.ts";

describe("a server that is killed again and again", () => {
  it("within its first second ends no turn, wherever it is killed", async () => {
    const server = mortalServer();
    const first = await server.begin();
    await server.send(first, innocents);
    await server.bury(first);
    for (let kill = 0; kill < 20; kill++) {
      const life = await server.begin((kill * 7) % 40, kill % 4 > 0);
      await eventLoopTurns(20);
      await server.bury(life);
    }
    const life = await server.begin();
    await server.untilDeadOrDone(life);
    expect(await server.ends(life)).toEqual(endedWell);
    await life.service.stop({ graceMs: 0 });
  });

  it("by the command of one turn ends that one, and no other", async () => {
    const server = mortalServer();
    const first = await server.begin();
    await server.send(first, [...innocents.slice(0, 11), POISON, ...innocents.slice(11)]);
    const { life, deaths } = await surviving(server, first);
    expect(await server.ends(life)).toEqual({ ...endedWell, [POISON]: "crashed" });
    expect(deaths).toBe(4);
    await life.service.stop({ graceMs: 0 });
  });

  it("by what a session's log holds ends that session's turn, and no other", async () => {
    const server = mortalServer({ killsAtLoad: "long" });
    const first = await server.begin();
    await server.send(first, [...innocents.slice(0, 5), "long"]);
    const { life } = await surviving(server, first);
    const ends = Object.fromEntries(innocents.slice(0, 5).map((name) => [name, "end_turn"]));
    expect(await server.ends(life)).toEqual({ ...ends, long: "crashed" });
    await life.service.stop({ graceMs: 0 });
  });

  it("by a subagent's command ends the subagent, and its parent goes on", async () => {
    const server = mortalServer();
    const first = await server.begin();
    await server.send(first, [...innocents, "delegate"]);
    const { life } = await surviving(server, first);
    expect(await server.ends(life)).toEqual({ ...endedWell, delegate: "end_turn" });
    expect(await server.results(life, "delegate")).toMatchObject([
      { is_error: true, output: expect.stringContaining("stopped unexpectedly") as string },
    ]);
    await life.service.stop({ graceMs: 0 });
  });

  it("by turns that look first ends those, and no others", async () => {
    const server = mortalServer();
    const first = await server.begin();
    const long = innocents.slice(0, 12).map((name) => `${LONG} ${name}`);
    await server.send(first, [...long.slice(0, 5), LOOKING[0], ...long.slice(5), LOOKING[1]]);
    const { life } = await surviving(server, first);
    expect(await server.ends(life)).toEqual({
      ...Object.fromEntries(long.map((name) => [name, "end_turn"])),
      [LOOKING[0]]: "crashed",
      [LOOKING[1]]: "crashed",
    });
    await life.service.stop({ graceMs: 0 });
  });

  it("every eight seconds tries four turns more each time, and none alone", async () => {
    const server = mortalServer();
    let life = await server.begin();
    await server.send(
      life,
      innocents.map((name) => `${STUCK} ${name}`),
    );
    const tried: number[] = [];
    const pass = async () => {
      for (let second = 0; second < 8; second++) {
        await life.clock.advance(1_000);
        await eventLoopTurns(5);
      }
    };
    await pass();
    for (let restart = 0; restart < 12; restart++) {
      await server.bury(life);
      life = await server.begin();
      await pass();
      const attempts = await server.attempts();
      expect(Math.max(...attempts)).toBeLessThan(3);
      tried.push(attempts.filter((count) => count === 2).length);
    }
    expect(tried).toEqual([0, 4, 8, 12, 16, 20, 24, 28, 30, 30, 30, 30]);
    await server.bury(life);
  });
});

describe("a run after others that died", () => {
  /** What the session has against it while the command of each step runs, of which the first takes so long. */
  async function attemptsInSteps(firstMs: number): Promise<readonly number[]> {
    const leases = clockOfLeases();
    const store = testStore(leases);
    const clock = fakeClock(Date.now());
    const seen: number[] = [];
    let id = "";
    await using host = await testHost({
      script: ({ messages }) => {
        const steps = messages.filter(({ role }) => role === "assistant").length;
        if (id === "") return { stall: true };
        return steps < 4 ? { toolCalls: [bash(`step ${steps}`)] } : { text: "done" };
      },
      service: { store, clock },
      command: async () => {
        seen.push((await store.sessions.get("default", host.workspaceId, id))?.attempts ?? -1);
        if (seen.length === 1) await clock.sleep(firstMs);
        return {};
      },
    });
    const { session_id } = await host.send("go");
    await until(() => host.models.requests.length === 1);
    await store.transaction(async (repositories) => {
      const record = await repositories.sessions.lock("default", session_id);
      if (record === null) throw new Error("There is no session.");
      const { epoch } = record;
      await repositories.sessions.save({
        ...record,
        owner: "inst_dead",
        epoch: epoch + 1,
        lease_until: 0,
        attempts: 1,
      });
    });
    id = session_id;
    await until(async () => {
      await clock.advance(1_000);
      return (await host.session(session_id)).status === "idle";
    });
    return seen;
  }

  it("has recovered with its third step, or with one after a minute", async () => {
    expect(await attemptsInSteps(0)).toEqual([2, 2, 2, 0]);
    expect(await attemptsInSteps(61_000)).toEqual([2, 0, 0, 0]);
  });
});

describe("a run that fails outside of its turn's steps", () => {
  it("counts, so that the turn ends after the third", async () => {
    const leases = clockOfLeases();
    const kept = testStore(leases);
    const clock = fakeClock(Date.now());
    let looks = 0;
    const page: Store["events"]["page"] = async () => {
      looks += 1;
      throw new Error("This log cannot be read.");
    };
    const events = Object.assign(Object.create(kept.events) as Store["events"], { page });
    const store = Object.assign(Object.create(kept) as Store, { events });
    await using host = await testHost({ script: [{ text: "never asked" }], service: { store, clock } });
    const { session_id } = await host.send("go");
    for (let second = 0; second < 60 && looks < 9; second++) {
      if ((await host.session(session_id)).status === "idle") break;
      leases.endLeases();
      await clock.advance(1_000);
      await eventLoopTurns(5);
    }
    expect(looks).toBe(3);
    expect(await host.session(session_id)).toMatchObject({ status: "idle", stop_reason: "crashed" });
  });
});

describe("a lease that runs out while its owner lives", () => {
  it("counts as no attempt, however often", async () => {
    const leases = clockOfLeases();
    const clock = fakeClock(Date.now());
    await using host = await testHost({
      script: () => ({ stall: true }),
      service: { store: testStore(leases), clock },
    });
    const { session_id } = await host.send("go");
    for (let time = 1; time <= 6; time++) {
      await until(() => host.models.requests.length >= time);
      leases.endLeases();
      await until(async () => {
        await clock.advance(1_000);
        return host.models.requests.length > time;
      });
    }
    expect(await host.session(session_id)).toMatchObject({ status: "running" });
    expect(await host.store.sessions.get("default", host.workspaceId, session_id)).toMatchObject({
      attempts: 0,
    });
    await host.service.sessions.interrupt(admin, host.workspaceId, session_id);
  });
});
