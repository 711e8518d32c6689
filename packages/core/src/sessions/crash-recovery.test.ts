import { describe, expect, it } from "vitest";
import { isOfSubagent, task } from "../agent/subagents/subagents.test-support.ts";
import { memoryVolumes } from "../memory/index.ts";
import type { ModelRequest } from "../ports/model.ts";
import type { AgentService } from "../composition/agent-service.ts";
import {
  admin,
  bash,
  clockOfLeases,
  eventLoopTurns,
  resultsIn,
  testHost,
  testService,
  until,
} from "../test-host.test-support.ts";
import {
  fakeClock,
  scriptedModels,
  scriptedSandboxes,
  testStore,
  type FakeClock,
  type ScriptedStep,
} from "../testing/index.ts";
import { dyingStore } from "./dying-store.test-support.ts";
import { withMembers } from "../ports/checks/shape.ts";

const POISON = "kill the server";
const never = new Promise<never>(() => {});

/** The text of the turn's first message; for a subagent, its prompt. */
const messageOf = ({ messages }: ModelRequest) => {
  const [part] = messages[0]?.parts ?? [];
  return part?.type === "text" ? part.text : "";
};

/** Three steps, or the same command over and over. */
function innocentOrPoison(request: ModelRequest): ScriptedStep {
  const message = messageOf(request);
  if (message === POISON) return { toolCalls: [bash(POISON)] };
  const steps = request.messages.filter(({ role }) => role === "assistant").length;
  if (message === "delegate" && !isOfSubagent(request))
    return steps === 0 ? { toolCalls: [task(POISON)] } : { text: "done" };
  return steps < 2 ? { toolCalls: [bash(`step ${steps}`)] } : { text: "done" };
}

interface Life {
  readonly service: AgentService;
  readonly clock: FakeClock;
  readonly dieAfter: (commits: number) => void;
  readonly isDead: () => boolean;
}

/** A server that is killed and restarted, on one store. */
function mortalServer({ killsAtLoad = "" } = {}) {
  const leases = clockOfLeases();
  const kept = testStore(leases);
  const volumes = memoryVolumes();
  let die = () => {};
  const allSent = Promise.withResolvers<null>();
  const sandbox = scriptedSandboxes(async ({ command }) => {
    await allSent.promise;
    if (!command.includes(POISON)) return {};
    die();
    return never;
  });
  const models = scriptedModels(innocentOrPoison);
  const sent = new Map<string, { readonly workspaceId: string; readonly id: string }>();
  const toLoad = () => sent.get(killsAtLoad)?.id;

  /** Kills the server after `commits`, which may be before it has started, or with `atClaim` after its first claim. */
  async function begin(commits = Infinity, atClaim = false): Promise<Life> {
    const clock = fakeClock(Date.now());
    const { store: dying, dieAfter, isDead } = dyingStore(kept);
    dieAfter(commits);
    die = () => dieAfter(0);
    const events = withMembers(dying.events, {
      page(tenant, id, asked) {
        if (id === toLoad()) dieAfter(0);
        return dying.events.page(tenant, id, asked);
      },
    });
    const sessions = withMembers(dying.sessions, {
      async claim(options) {
        const claimed = await dying.sessions.claim(options);
        if (atClaim && claimed.length > 0) dieAfter(0);
        return claimed;
      },
    });
    const store = withMembers(dying, { events, sessions });
    const service = testService({
      store,
      volumes,
      sandbox,
      models,
      clock,
      maxRunningTurns: 64,
      maxRunningTurnsPerWorkspace: null,
      maxRunningTurnsPerPrincipal: null,
      maxRunningTurnsPerTenant: null,
    });
    const started = service.start();
    if (commits === Infinity) await started;
    return { service, clock, dieAfter, isDead };
  }

  return {
    begin,
    /** Sends a turn for each message. No command ends before all are sent. */
    async send({ service }: Life, messages: readonly string[]) {
      const { id: workspaceId } = await service.workspaces.create(admin, { name: "w" });
      for (const message of messages) {
        const { session_id: id } = await service.chat.send(admin, workspaceId, { message });
        sent.set(message, { workspaceId, id });
      }
      allSent.resolve(null);
    },
    async bury(life: Life) {
      life.dieAfter(0);
      await kept.close();
      leases.endLeases();
    },
    /** Lets time pass until the server is dead or all turns have ended. */
    async untilDeadOrDone({ clock, isDead }: Life) {
      for (let second = 0; second < 120 && !isDead(); second++) {
        const all = await Promise.all(
          [...sent.values()].map(({ workspaceId, id }) => kept.sessions.get("default", workspaceId, id)),
        );
        if (all.every((record) => record?.state.status === "idle")) return;
        await clock.advance(1_000);
        await eventLoopTurns(5);
      }
    },
    async ends({ service }: Life): Promise<Record<string, string>> {
      const ends: Record<string, string> = {};
      for (const [name, session] of sent) {
        const { stop_reason } = await service.sessions.get(admin, session.workspaceId, session.id);
        ends[name] = stop_reason ?? "none";
      }
      return ends;
    },
    results: async ({ service }: Life, name: string) => {
      const { workspaceId: of = "", id = "" } = sent.get(name) ?? {};
      return resultsIn((await service.sessions.eventPage(admin, of, id, { limit: 500 })).items);
    },
  };
}

const innocents = Array.from({ length: 30 }, (_, index) => `turn ${index}`);
const endedWell = Object.fromEntries(innocents.map((name) => [name, "end_turn"]));

/** Restarts the server whenever it dies, until all turns have ended. Returns the last life and the number of deaths. */
async function surviving(server: ReturnType<typeof mortalServer>, first: Life) {
  let life = first;
  for (let deaths = 0; ; deaths++) {
    await server.untilDeadOrDone(life);
    if (!life.isDead()) return { life, deaths };
    if (deaths > 12) throw new Error("The server keeps dying.");
    await server.bury(life);
    life = await server.begin();
  }
}

describe("a server that is killed repeatedly", () => {
  it("within its first second ends no turn, at whichever commit", async () => {
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

  it("by the command of one turn ends that turn and no other", async () => {
    const server = mortalServer();
    const first = await server.begin();
    await server.send(first, [...innocents.slice(0, 11), POISON, ...innocents.slice(11)]);
    const { life, deaths } = await surviving(server, first);
    expect(await server.ends(life)).toEqual({ ...endedWell, [POISON]: "crashed" });
    expect(deaths).toBe(6);
    await life.service.stop({ graceMs: 0 });
  });

  it("by loading a session's log ends that session's turn and no other", async () => {
    const server = mortalServer({ killsAtLoad: "long" });
    const first = await server.begin();
    await server.send(first, [...innocents.slice(0, 5), "long"]);
    const { life } = await surviving(server, first);
    const ends = Object.fromEntries(innocents.slice(0, 5).map((name) => [name, "end_turn"]));
    expect(await server.ends(life)).toEqual({ ...ends, long: "crashed" });
    await life.service.stop({ graceMs: 0 });
  });

  it("by a subagent's command ends the subagent, and its parent continues", async () => {
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
});

describe("a run that fails outside of its turn's steps", () => {
  it("counts as an attempt, and the fifth ends the turn", async () => {
    const leases = clockOfLeases();
    const kept = testStore(leases);
    const clock = fakeClock(Date.now());
    let looks = 0;
    const events = withMembers(kept.events, {
      async page() {
        looks += 1;
        throw new Error("This log cannot be read.");
      },
    });
    const store = withMembers(kept, { events });
    await using host = await testHost({ script: [{ text: "never asked" }], service: { store, clock } });
    const { session_id } = await host.send("go");
    for (let second = 0; second < 60 && looks < 9; second++) {
      if ((await host.session(session_id)).status === "idle") break;
      leases.endLeases();
      await clock.advance(1_000);
      await eventLoopTurns(5);
    }
    expect(looks).toBe(5);
    expect(await host.session(session_id)).toMatchObject({ status: "idle", stop_reason: "crashed" });
  });
});

describe("a lease that runs out while its owner is alive", () => {
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
