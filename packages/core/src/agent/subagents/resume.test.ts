import { describe, expect, it } from "vitest";
import { DomainError } from "../../domain/errors/domain-error.ts";
import { withMembers } from "../../ports/checks/shape.ts";
import { memoryVolumes } from "../../memory/index.ts";
import { dyingStore } from "../../sessions/dying-store.test-support.ts";
import { addStats } from "../../domain/sessions/project-turn.ts";
import { noStats } from "../../domain/sessions/turn.ts";
import {
  admin,
  bash,
  clockOfLeases,
  eventsOf,
  resultsIn,
  startedService,
  until,
  untilStatus,
} from "../../test-host.test-support.ts";
import {
  fakeClock,
  scriptedModels,
  scriptedSandboxes,
  testStore,
  type ModelScript,
  type ScriptedCommand,
} from "../../testing/index.ts";
import {
  asksToRemove,
  childrenOf,
  isSound,
  scripted,
  sessionsOf,
  task,
  untilStopped,
} from "./subagents.test-support.ts";

const script = scripted([{ toolCalls: [task("a"), task("b")] }, { text: "all done" }], {
  a: [{ toolCalls: [bash("one")] }, { toolCalls: [bash("two")] }, { text: "a!" }],
  b: [{ toolCalls: [bash("three")] }, { text: "b!" }],
});
const withRequest = scripted([{ toolCalls: [task("a"), task("b")] }, { text: "all done" }], {
  a: [{ toolCalls: [bash("rm one")] }, { text: "a!" }],
  b: [{ toolCalls: [bash("three")] }, { text: "b!" }],
});

/** Runs a task with two subagents, kills the service after `count` commits, and lets another go on. */
async function crashed(count: number, with_: ModelScript, config: object) {
  const leases = clockOfLeases();
  const kept = testStore(leases);
  const { store, dieAfter, isDead, commits } = dyingStore(kept);
  const sandbox = scriptedSandboxes(async ({ command }) => ({ stdout: command.length > 9 ? "ok" : "" }));
  const ports = { volumes: memoryVolumes(), sandbox, models: scriptedModels(with_) };
  const first = await startedService({ ...ports, store, clock: fakeClock(Date.now()) });
  const { id } = await first.workspaces.create(admin, { name: "w", config });
  const { session_id } = await first.chat.send(admin, id, { message: "go" });
  const before = commits();
  dieAfter(count);
  const view = async () => (await kept.sessions.get("default", id, session_id))?.state.status;
  await until(async () => isDead() || (await view()) === "idle" || (await view()) === "waiting");
  const isOver = !isDead();
  await kept.close();
  leases.endLeases();
  const second = await startedService({ ...ports, store: kept });
  const answerAll = async () => {
    const session = await second.sessions.get(admin, id, session_id);
    for (const request of session.pending_requests)
      await second.sessions
        .answerRequest(admin, id, session_id, request.id, { decision: "allow" })
        .catch(() => {});
    return session.status === "idle";
  };
  await until(answerAll);
  return { isOver, service: second, workspaceId: id, session_id, sandbox, commits: commits() - before };
}

describe("a turn with subagents that a crash cut short", () => {
  it.each([
    ["two that work", script, {}, 3],
    ["one that asks a person", withRequest, asksToRemove, 2],
  ] as const)(
    "is gone on with after every commit, nothing lost and nothing done twice: %s",
    async (_, how, config, most) => {
      let isOver = false;
      let points = 0;
      for (let count = 1; !isOver; count++) {
        const host = await crashed(count, how, config);
        isOver = host.isOver;
        points = count;
        const { service, workspaceId, session_id, sandbox } = host;
        const root = await eventsOf(service, workspaceId, session_id);
        expect(root.at(-1), `after ${count}`).toMatchObject({ turn: { stop_reason: "end_turn" } });
        expect(
          resultsIn(root)
            .map(({ output }) => output)
            .toSorted(),
        ).toEqual(["a!", "b!"]);
        const children = await childrenOf(host);
        expect(children.map(({ preview }) => preview)).toEqual(["a", "b"]);
        for (const { id } of await sessionsOf(host)) {
          const events = await eventsOf(service, workspaceId, id);
          expect(isSound(events), `${id} after ${count}`).toBe(true);
          expect(events.filter(({ type }) => type === "turn.started")).toHaveLength(1);
        }
        const commands = sandbox.commands.map(({ command }) => /one|two|three/.exec(command)?.[0]);
        expect(new Set(commands).size).toBe(commands.length);
        expect(commands.length).toBeLessThanOrEqual(most);
        const total = (await sessionsOf(host)).map(({ usage }) => usage).reduce(addStats, noStats);
        expect(await service.usage.ofWorkspace(admin, workspaceId)).toMatchObject({ ...total, turns: 3 });
        await service.stop({ graceMs: 0 });
      }
      expect(points).toBeGreaterThan(10);
    },
    120_000,
  );
});

/** A service in the middle of the script's turn, and the one that comes after it. */
async function begunWith(command: ScriptedCommand) {
  const kept = testStore();
  const sandbox = scriptedSandboxes(command);
  const options = { volumes: memoryVolumes(), sandbox, models: scriptedModels(script) };
  const shared = withMembers(kept, { close: async () => {} });
  const first = await startedService({ ...options, store: shared });
  const { id } = await first.workspaces.create(admin, { name: "w" });
  const { session_id } = await first.chat.send(admin, id, { message: "go" });
  await until(() => sandbox.commands.length === 2);
  const goOnWithAnother = async () => {
    const service = await startedService({ ...options, store: kept });
    await untilStatus({ service, workspaceId: id }, session_id, "idle");
    const events = await eventsOf(service, id, session_id);
    return { service, workspaceId: id, outputs: resultsIn(events).map(({ output }) => output) };
  };
  return { kept, sandbox, first, workspaceId: id, goOnWithAnother };
}

describe("a service that stops", () => {
  it("hands a turn and its subagents over between their steps, and another goes on", async () => {
    const { promise: held, resolve: finish } = Promise.withResolvers<object>();
    const { kept, sandbox, first, workspaceId, goOnWithAnother } = await begunWith(() => held);
    const stopping = first.stop();
    finish({});
    await stopping;
    for (const session of await kept.sessions.list("default", workspaceId, { limit: 9 }))
      expect(session.owner).toBeNull();
    const host = await goOnWithAnother();
    expect(host.outputs).toEqual(["a!", "b!"]);
    expect(sandbox.commands).toHaveLength(3);
    expect(await childrenOf(host)).toHaveLength(2);
    await host.service.stop({ graceMs: 0 });
  });

  it("and cannot wait leaves a command's outcome unknown to the subagent that ran it", async () => {
    const { sandbox, first, goOnWithAnother } = await begunWith((options) =>
      options.command.includes("two") ? {} : untilStopped(options),
    );
    await first.stop({ graceMs: 10 });
    const host = await goOnWithAnother();
    const [child] = await childrenOf(host);
    expect(resultsIn(await eventsOf(host.service, host.workspaceId, child?.id ?? ""))[0]?.output).toContain(
      "unknown",
    );
    expect(host.outputs).toEqual(["a!", "b!"]);
    expect(sandbox.commands).toHaveLength(3);
    await host.service.stop({ graceMs: 0 });
  });

  it("leaves the failure of a subagent's sandbox to the one that goes on, where the turn ends", async () => {
    const { promise: held, reject } = Promise.withResolvers<object>();
    const { first, workspaceId, goOnWithAnother } = await begunWith((options) =>
      options.command.includes("one") ? held : untilStopped(options),
    );
    reject(new DomainError("sandbox_unavailable", "The engine is away."));
    const at = { service: first, workspaceId };
    await until(async () => (await childrenOf(at)).some(({ status }) => status === "idle"));
    await first.stop({ graceMs: 10 });
    const host = await goOnWithAnother();
    const sessions = await sessionsOf(host);
    expect(sessions.find(({ parent }) => parent === null)?.stop_reason).toBe("sandbox_error");
    expect(host.outputs).toEqual([expect.stringContaining("The engine is away."), "b!"]);
    await host.service.stop({ graceMs: 0 });
  });
});
