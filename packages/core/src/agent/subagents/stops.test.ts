import { describe, expect, it } from "vitest";
import { admin, bash, resultsIn, testHost, until, untilStatus } from "../../test-host.test-support.ts";
import { NOT_RUN, UNKNOWN_OUTCOME } from "../../domain/sessions/call-result.ts";
import type { ModelScript } from "../../testing/index.ts";
import {
  asksToRemove,
  childrenOf,
  isOfSubagent,
  isSound,
  scripted,
  sessionsOf,
  task,
  untilChildren,
  untilStopped,
} from "./subagents.test-support.ts";
import { onlyWorkspace, portableHosts, writes } from "../../portable/portable.test-support.ts";
import { testStore } from "../../testing/index.ts";

const stalled: ModelScript = (request) => {
  if (!isOfSubagent(request))
    return request.messages.length === 1 ? { toolCalls: [task("a"), task("b")] } : { text: "all done" };
  return { stall: true };
};
const inCommand = scripted([{ toolCalls: [task("a"), task("b")] }, { text: "all done" }], {
  a: [{ toolCalls: [bash("a")] }, { text: "a!" }],
  b: [{ toolCalls: [bash("b")] }, { text: "b!" }],
});

describe("an interrupt", () => {
  it.each([
    ["while models are asked", stalled],
    ["while commands run", inCommand],
  ])("of the parent ends its subagents first: %s", async (_, script) => {
    await using host = await testHost({ script, command: untilStopped });
    const { session_id } = await host.send("go");
    await untilChildren(host, 2, ({ status }) => status === "running");
    if (script === inCommand) await until(() => host.sandbox.commands.length === 2);
    expect(await host.service.sessions.interrupt(admin, host.workspaceId, session_id)).toEqual({
      interrupted: true,
    });
    const events = await host.events(session_id);
    expect(events.at(-1)).toMatchObject({ turn: { status: "interrupted" } });
    expect(resultsIn(events).map(({ subagent }) => subagent?.stop_reason)).toEqual([
      "interrupted",
      "interrupted",
    ]);
    for (const child of await childrenOf(host)) {
      expect(child).toMatchObject({ status: "idle", stop_reason: "interrupted" });
      expect(isSound(await host.events(child.id))).toBe(true);
      if (script === inCommand) expect(host.sandbox.killedGroups).toContain(child.id);
    }
  });

  it("begins none of the tasks that were still to come", async () => {
    const names = ["a", "b", "c", "d", "e", "f"];
    await using host = await testHost({
      script: scripted([{ toolCalls: names.map(task) }, { text: "all done" }], {
        ...Object.fromEntries(names.map((name) => [name, [{ text: `${name}!` }]])),
        a: [{ toolCalls: [bash("rm x")] }, { text: "a!" }],
      }),
      config: asksToRemove,
    });
    const { session_id, status } = await host.run("go");
    expect(status).toBe("waiting");
    expect(await childrenOf(host)).toHaveLength(4);
    await host.service.sessions.interrupt(admin, host.workspaceId, session_id);
    expect(await childrenOf(host)).toHaveLength(4);
    const events = await host.events(session_id);
    expect(isSound(events)).toBe(true);
    expect(resultsIn(events).map(({ output, subagent }) => subagent?.stop_reason ?? output)).toEqual([
      "end_turn",
      "end_turn",
      "end_turn",
      NOT_RUN,
      NOT_RUN,
      "interrupted",
    ]);
  });

  /** A subagent whose command goes on until it is stopped, beside one that comes to its end. */
  async function oneThatGoesOn() {
    const host = await testHost({
      script: inCommand,
      command: async (command) => (command.command.includes("'a'") ? untilStopped(command) : {}),
    });
    const { session_id } = await host.send("go");
    await until(() => host.sandbox.commands.length === 2);
    const [child] = await childrenOf(host);
    const ended = () => untilStatus(host, session_id, "idle");
    return { ...host, session_id, childId: child?.id ?? "", ended };
  }

  it("of a subagent alone is an error result for its parent, which goes on", async () => {
    await using host = await oneThatGoesOn();
    await host.service.sessions.interrupt(admin, host.workspaceId, host.childId);
    await host.ended();
    expect(resultsIn(await host.events(host.session_id))).toMatchObject([
      { is_error: true, subagent: { stop_reason: "interrupted" } },
      { is_error: false, output: "b!" },
    ]);
  });

  it("of a subagent ends its turn although the instance drains", async () => {
    await using host = await oneThatGoesOn();
    const stopped = host.service.stop({ graceMs: 60_000 });
    await host.service.sessions.interrupt(admin, host.workspaceId, host.childId);
    await stopped;
    expect(await host.store.sessions.get("default", host.workspaceId, host.childId)).toMatchObject({
      state: { status: "idle", stop_reason: "interrupted" },
    });
  });

  it("comes with the deletion of a subagent that runs, and its parent goes on", async () => {
    await using host = await oneThatGoesOn();
    await host.service.sessions.delete(admin, host.workspaceId, host.childId);
    await host.ended();
    expect(resultsIn(await host.events(host.session_id))).toMatchObject([
      { is_error: true },
      { output: "b!" },
    ]);
    expect(await childrenOf(host)).toHaveLength(1);
  });
});

describe("a sandbox that fails in a subagent", () => {
  it("ends its turn and then its parent's", async () => {
    await using host = await testHost({
      script: inCommand,
    });
    host.sandbox.breakDown("No sandbox can be opened.");
    const { session_id, reason } = await host.run("go");
    expect(reason).toBe("sandbox_error");
    expect(resultsIn(await host.events(session_id)).map(({ subagent }) => subagent?.stop_reason)).toEqual([
      "sandbox_error",
      "sandbox_error",
    ]);
  });

  it("ends its parent's although another waits for a person, and that one too", async () => {
    await using host = await testHost({
      script: scripted([{ toolCalls: [task("a"), task("b")] }, { text: "all done" }], {
        a: [{ toolCalls: [bash("a")] }],
        b: [{ toolCalls: [bash("rm x")] }],
      }),
      config: asksToRemove,
    });
    host.sandbox.breakDown("No sandbox can be opened.");
    const { session_id, reason } = await host.run("go");
    expect(reason).toBe("sandbox_error");
    expect(resultsIn(await host.events(session_id)).map(({ subagent }) => subagent?.stop_reason)).toEqual([
      "sandbox_error",
      "interrupted",
    ]);
    for (const { id, status, pending_requests } of await sessionsOf(host)) {
      expect({ status, pending_requests }).toEqual({ status: "idle", pending_requests: [] });
      expect(isSound(await host.events(id))).toBe(true);
    }
    const waiting = (await childrenOf(host)).find(({ stop_reason }) => stop_reason === "interrupted");
    expect(resultsIn(await host.events(waiting?.id ?? ""))).toMatchObject([{ output: NOT_RUN }]);
  });
});

describe("a host that does not get the files of a workspace", () => {
  it("ends the calls of a turn that waits with its subagent for a person when it is interrupted", async () => {
    const hosts = portableHosts();
    const script = scripted([{ toolCalls: [task("a")] }], {
      a: [writes("a.txt"), { toolCalls: [bash("rm x")] }],
    });
    const one = await hosts.start(script);
    const workspaceId = await onlyWorkspace(one);
    await one.service.workspaces.putConfig(admin, workspaceId, asksToRemove);
    const { session_id } = await one.send("Work.");
    await untilStatus({ service: one.service, workspaceId }, session_id, "waiting");
    await one.stop();
    const { service } = await hosts.start([], { maxRunningTurns: 0 });
    await service.sessions.interrupt(admin, workspaceId, session_id);
    const outputs = async (id: string) => {
      const { items } = await service.sessions.eventPage(admin, workspaceId, id, { limit: 500 });
      return resultsIn(items).map(({ output }) => output);
    };
    const [child] = await childrenOf({ service, workspaceId });
    expect(await outputs(child?.id ?? "")).toEqual([expect.any(String), NOT_RUN]);
    expect(await outputs(session_id)).toEqual([UNKNOWN_OUTCOME]);
  });
});

describe("the deletion of a workspace", () => {
  it("ends what its subagents do", async () => {
    await using host = await testHost({ script: inCommand, command: untilStopped });
    await host.send("go");
    await until(() => host.sandbox.commands.length === 2);
    await host.service.workspaces.delete(admin, host.workspaceId);
    await expect(sessionsOf(host)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a store that fails under a subagent", () => {
  it("leaves nothing running behind the turn's back, and the turn comes to its end", async () => {
    const kept = testStore();
    let failures = 0;
    const store = new Proxy(kept, {
      get: (target, key): unknown => {
        const value: unknown = Reflect.get(target, key);
        if (key !== "transaction") return value;
        return async (work: Parameters<typeof kept.transaction>[0]) => {
          const fails = failures > 0;
          failures -= 1;
          if (fails) throw new Error("The disk is full.");
          return kept.transaction(work);
        };
      },
    });
    const { promise: held, resolve: finish } = Promise.withResolvers<object>();
    await using host = await testHost({
      script: inCommand,
      command: (options) => (options.command.includes("'a'") ? held : untilStopped(options)),
      // Without snapshots, only the log is written.
      service: { store, objects: null },
    });
    const { session_id } = await host.send("go");
    await until(() => host.sandbox.commands.length === 2);
    failures = 2;
    finish({});
    await until(async () => (await sessionsOf(host)).every(({ status }) => status === "idle"));
    for (const { id } of await sessionsOf(host)) {
      const events = await host.events(id);
      expect(events.at(-1)?.type).toBe("turn.ended");
      expect(events.filter(({ type }) => type === "turn.ended")).toHaveLength(1);
    }
    expect(await host.run("and now?", { session_id })).toMatchObject({ status: "completed" });
  });
});
