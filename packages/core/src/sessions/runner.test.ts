import type { ClusterStore } from "../ports/cluster-store.ts";
import { describe, expect, it } from "vitest";
import { memoryCluster, memoryVolumes } from "../memory/index.ts";
import { systemClock, type Clock } from "../ports/clock.ts";
import { silentLogger } from "../ports/logger.ts";
import {
  admin,
  bash,
  ended,
  gate,
  outputs,
  startedService,
  testHost,
  until,
} from "../test-host.test-support.ts";
import { scriptedModels, scriptedSandboxes, testStore } from "../testing/index.ts";
import { UNKNOWN_OUTCOME } from "../domain/sessions/call-result.ts";
import { abandon } from "./dying-store.test-support.ts";
import { withMembers } from "../ports/checks/shape.ts";

/** A store that can send hints of work; the runner polls once a second without them. */
function callingStore() {
  const store = memoryCluster().open();
  const listeners = new Set<Parameters<ClusterStore["subscribe"]>[0]>();
  const subscribe: ClusterStore["subscribe"] = (listen) => {
    listeners.add(listen);
    return store.cluster.subscribe(listen);
  };
  return {
    store: { ...store, cluster: { ...store.cluster, subscribe } },
    callForWork: () => {
      for (const listen of listeners) listen({ type: "work" });
    },
  };
}

describe("a runner that claims an abandoned session", () => {
  it("continues after the last stored item, and does not repeat a tool that had started", async () => {
    const store = testStore();
    const commands: string[] = [];
    await using host = await testHost({
      script: [{ text: "step 1", toolCalls: [bash("one"), bash("two")] }, { text: "all done" }],
      service: { store },
      command: async ({ command, abortSignal }) => {
        commands.push(command.includes("one") ? "one" : "two");
        if (command.includes("two"))
          await new Promise<void>((resolve) => abortSignal?.addEventListener("abort", () => resolve()));
        return { stdout: "ok" };
      },
    });
    const { session_id, turn_id } = await host.send("go");
    await until(() => commands.length === 2);
    await abandon(store, session_id);
    const turn = await ended(host, session_id, turn_id);
    expect(turn).toMatchObject({ status: "completed", stop_reason: "end_turn" });
    expect(commands).toEqual(["one", "two"]);
    const events = await host.events(session_id);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(outputs(events)).toEqual(["ok", UNKNOWN_OUTCOME]);
    expect(events.filter(({ type }) => type === "turn.started")).toHaveLength(1);
    expect(events.filter(({ type }) => type === "turn.ended")).toHaveLength(1);
  });

  it("ends the turn as crashed after five attempts", async () => {
    const { store, callForWork } = callingStore();
    await using host = await testHost({ script: [{ stall: true }, { text: "fine" }], service: { store } });
    const { session_id, turn_id } = await host.send("go");
    await until(() => host.models.requests.length === 1);
    await abandon(store, session_id, { attempts: 5 });
    callForWork();
    const turn = await ended(host, session_id, turn_id);
    expect(turn).toMatchObject({ status: "failed", stop_reason: "crashed" });
    expect(await host.run("again", { session_id })).toMatchObject({ final_message: "fine" });
  });
});

describe("a session that is claimed again", () => {
  it("ends its turn where the processes of an earlier run cannot be killed", async () => {
    const { store, callForWork } = callingStore();
    await using host = await testHost({
      script: [{ toolCalls: [bash("x")] }, { stall: true }, { text: "fine" }],
      service: { store },
    });
    const { session_id, turn_id } = await host.send("go");
    await until(() => host.models.requests.length === 2);
    host.sandbox.breakDown("The engine is away.");
    await abandon(store, session_id);
    callForWork();
    const turn = await ended(host, session_id, turn_id);
    expect(turn).toMatchObject({ status: "failed", stop_reason: "sandbox_error" });
    expect(await host.run("again", { session_id })).toMatchObject({ final_message: "fine" });
  });

  it("stops the earlier run, can be interrupted, and is awaited at shutdown", async () => {
    const { store, callForWork } = callingStore();
    const host = await testHost({ script: () => ({ stall: true }), service: { store } });
    const { session_id } = await host.send("go");
    await until(() => host.models.requests.length === 1);
    await abandon(store, session_id);
    callForWork();
    await until(() => host.models.requests.length === 2);
    const { interrupted } = await host.service.sessions.interrupt(admin, host.workspaceId, session_id);
    expect(interrupted).toBe(true);
    expect(await host.session(session_id)).toMatchObject({ status: "idle", stop_reason: "interrupted" });
    await host[Symbol.asyncDispose]();
  });
});

describe("a slow claim", () => {
  it("counts its lease from the request, so that nothing runs with a lease that may have run out", async () => {
    const base = testStore();
    let aheadMs = 0;
    const clock: Clock = { ...systemClock, monotonic: () => systemClock.monotonic() + aheadMs };
    const sessions = withMembers(base.sessions, {
      async claim(options) {
        const claimed = await base.sessions.claim(options);
        if (claimed.length > 0) aheadMs += 31_000;
        return claimed;
      },
    });
    const lost = Promise.withResolvers<null>();
    const warn = (_: object, message: string) => {
      if (message === "the lease of a session was lost") lost.resolve(null);
    };
    await using host = await testHost({
      script: [{ toolCalls: [bash("x")] }, { text: "done" }],
      service: {
        store: withMembers(base, { sessions }),
        clock,
        logger: { ...silentLogger, warn },
      },
    });
    await host.send("go");
    await lost.promise;
    expect(host.sandbox.commands).toEqual([]);
  });
});

describe("a turn that was interrupted while it was queued", () => {
  it("is not shown to the model, and neither is its final message", async () => {
    await using host = await testHost({
      script: [{ stall: true }, { text: "later" }],
      service: { maxRunningTurns: 1 },
    });
    const first = await host.send("first");
    await until(() => host.models.requests.length === 1);
    const second = await host.send("never shown");
    await host.service.sessions.interrupt(admin, host.workspaceId, second.session_id);
    await host.service.sessions.interrupt(admin, host.workspaceId, first.session_id);
    expect(await host.run("shown", { session_id: second.session_id })).toMatchObject({
      final_message: "later",
    });
    expect(host.models.requests[1]?.messages).toEqual([
      { role: "user", parts: [{ type: "text", text: "shown" }] },
    ]);
  });
});

describe("a service that stops", () => {
  it("hands a turn over between two steps, and the next one completes it", async () => {
    const store = testStore();
    const volumes = memoryVolumes();
    const { opened: waiting, open: finish } = gate();
    const sandbox = scriptedSandboxes(async () => {
      await waiting;
      return { stdout: "made" };
    });
    const first = await startedService({
      store,
      volumes,
      sandbox,
      models: scriptedModels([{ toolCalls: [bash("make")] }, { text: "never asked" }]),
    });
    const workspace = await first.workspaces.create(admin, { name: "w" });
    const { session_id, turn_id } = await first.chat.send(admin, workspace.id, { message: "go" });
    await until(() => sandbox.commands.length === 1);
    const stopped = first.stop({ graceMs: 20_000 });
    const late = first.chat.send(admin, workspace.id, { message: "late" });
    await expect(late).rejects.toMatchObject({ code: "overloaded" });
    finish();
    await stopped;
    const record = await store.sessions.get("default", workspace.id, session_id);
    expect(record).toMatchObject({ owner: null, lease_until: 0 });

    expect(record?.attempts).toBe(0);

    const models = scriptedModels([{ text: "completed here" }]);
    const second = await startedService({ store, volumes, sandbox, models });
    const turn = await second.sessions.turn(admin, workspace.id, session_id, turn_id, { seconds: 20 });
    expect(turn).toMatchObject({
      status: "completed",
      stop_reason: "end_turn",
      stats: { steps: 2, tool_calls: 1 },
    });
    expect(sandbox.commands).toHaveLength(1);
    expect(models.requests[0]?.messages.at(-1)?.parts).toMatchObject([
      { type: "tool_result", output: "made" },
    ]);
    await second.stop();
  });

  it("stops a step after the grace period, and the model learns that its outcome is unknown", async () => {
    const host = await testHost({
      script: [{ toolCalls: [bash("forever")] }],
      command: () => new Promise(() => {}),
    });
    const { session_id } = await host.send("go");
    await until(() => host.sandbox.commands.length === 1);
    await host.service.stop({ graceMs: 20 });
    const record = await host.store.sessions.get("default", host.workspaceId, session_id);
    expect(record).toMatchObject({ owner: null, state: { status: "running" } });
    expect(record?.state.current_turn?.turn.status).toBe("running");
  });
});

describe("a workspace that is deleted", () => {
  it("interrupts its turns and leaves nothing", async () => {
    await using host = await testHost({
      script: [{ toolCalls: [bash("forever")] }],
      command: () => new Promise(() => {}),
    });
    const { session_id } = await host.send("go");
    await host.send("queued", { session_id });
    await until(() => host.sandbox.commands.length === 1);
    await host.service.workspaces.delete(admin, host.workspaceId);
    expect(host.sandbox.state(host.workspaceId)).toBe("stopped");
    await expect(host.session(session_id)).rejects.toMatchObject({ code: "not_found" });
    await expect(host.send("more")).rejects.toMatchObject({ code: "not_found" });
    expect(await host.store.events.page("default", session_id, { after: 0, limit: 10 })).toEqual([]);
  });
});

describe("many sessions", () => {
  it("run concurrently up to the limit, and all end", async () => {
    const LIMIT = 8;
    let running = 0;
    let most = 0;
    await using host = await testHost({
      script: (request) => (request.messages.length < 7 ? { toolCalls: [bash("x")] } : { text: "done" }),
      command: async () => {
        running += 1;
        most = Math.max(most, running);
        // The first eight wait until all of them run.
        await until(() => most >= LIMIT);
        running -= 1;
        return {};
      },
      service: {
        maxRunningTurns: LIMIT,
        maxRunningTurnsPerWorkspace: null,
        maxRunningTurnsPerPrincipal: null,
        maxRunningTurnsPerTenant: null,
      },
    });
    const results = await Promise.all(Array.from({ length: 40 }, (_, index) => host.run(`task ${index}`)));
    expect(results.every(({ status, stats }) => status === "completed" && stats.steps === 4)).toBe(true);
    expect(most).toBe(LIMIT);
  });
});
