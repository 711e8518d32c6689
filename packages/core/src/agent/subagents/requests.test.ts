import { describe, expect, it } from "vitest";
import { memoryVolumes } from "../../memory/index.ts";
import {
  admin,
  bash,
  gate,
  resultsIn,
  startedService,
  testHost,
  until,
  untilStatus,
  type TestHost,
} from "../../test-host.test-support.ts";
import { fakeClock, scriptedModels, testStore } from "../../testing/index.ts";
import { APPROVAL_EXPIRED, DENIED } from "../requests/verdict.ts";
import { asksToRemove, childrenOf, isSound, scripted, sessionsOf, task } from "./subagents.test-support.ts";

const names = ["a", "b", "c"];
const asking = (count: number) =>
  scripted(
    [{ toolCalls: names.slice(0, count).map(task) }, { text: "all done" }],
    Object.fromEntries(
      names.map((name) => [name, [{ toolCalls: [bash(`rm ${name}`)] }, { text: `${name}!` }]]),
    ),
  );

const askingBesideSlow = scripted([{ toolCalls: [task("a"), task("slow")] }, { text: "all done" }], {
  a: [{ toolCalls: [bash("rm a")] }, { text: "a!" }],
  slow: [{ toolCalls: [bash("slow")] }, { text: "slow!" }],
});

async function waiting(host: TestHost, sessionId: string, count: number) {
  await until(async () => {
    const session = await host.session(sessionId);
    return session.status === "waiting" && session.pending_requests.length === count;
  });
  return (await host.session(sessionId)).pending_requests;
}

const answer = (host: TestHost, sessionId: string, requestId: string, decision: "allow" | "deny" = "allow") =>
  host.service.sessions.answerRequest(admin, host.workspaceId, sessionId, requestId, { decision });

async function ended(host: TestHost, sessionId: string) {
  await untilStatus(host, sessionId, "idle");
  const events = await host.events(sessionId);
  for (const { id } of await sessionsOf(host)) expect(isSound(await host.events(id))).toBe(true);
  return { events, outputs: resultsIn(events).map(({ output }) => output) };
}

describe("what a subagent asks", () => {
  it("is asked at its parent, which waits without a lease, and answered there", async () => {
    await using host = await testHost({ script: asking(1), config: asksToRemove });
    const sent = await host.run("go");
    expect(sent.status).toBe("waiting");
    const { session_id, turn_id } = sent;
    const [child] = await childrenOf(host);
    const [request] = await waiting(host, session_id, 1);
    expect(request).toMatchObject({
      origin_session_id: child?.id,
      turn_id,
      tool: "bash",
      prompt: "May bash run: rm a",
    });
    expect(child).toMatchObject({ status: "waiting", pending_requests: [{ id: request?.id }] });
    for (const id of [session_id, child?.id ?? ""])
      await until(
        async () => (await host.store.sessions.get("default", host.workspaceId, id))?.owner === null,
      );
    const resolved = await answer(host, session_id, request?.id ?? "");
    expect(resolved).toMatchObject({ outcome: "allow", origin_session_id: child?.id });
    const { outputs } = await ended(host, session_id);
    expect(outputs).toEqual(["a!"]);
    expect(host.sandbox.commands).toHaveLength(1);
    await expect(answer(host, session_id, request?.id ?? "")).rejects.toMatchObject({
      code: "already_resolved",
    });
  });

  it("may be answered at its own session too, once, and a denial reaches the subagent", async () => {
    await using host = await testHost({ script: asking(1), config: asksToRemove });
    const { session_id } = await host.run("go");
    const [request] = await waiting(host, session_id, 1);
    const [child] = await childrenOf(host);
    const all = await Promise.allSettled(
      [session_id, child?.id ?? "", session_id, child?.id ?? ""].map((id) =>
        answer(host, id, request?.id ?? "", "deny"),
      ),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await ended(host, session_id);
    expect(resultsIn(await host.events(child?.id ?? "")).map(({ output }) => output)).toEqual([DENIED]);
    for (const id of [session_id, child?.id ?? ""])
      expect((await host.events(id)).filter(({ type }) => type === "request.resolved")).toHaveLength(1);
  });

  it("is asked by several at once, each answered for itself", async () => {
    await using host = await testHost({ script: asking(3), config: asksToRemove });
    const { session_id } = await host.send("go");
    const requests = await waiting(host, session_id, 3);
    for (const { id } of requests) await answer(host, session_id, id);
    const { outputs } = await ended(host, session_id);
    expect(outputs).toHaveLength(3);
    expect(new Set(outputs)).toEqual(new Set(["a!", "b!", "c!"]));
    expect(host.sandbox.commands).toHaveLength(3);
  });

  it("holds up nobody beside it: its parent runs on, and an answer is taken up at once", async () => {
    const { opened: held, open: finish } = gate();
    await using host = await testHost({
      script: askingBesideSlow,
      command: async ({ command }) => {
        if (command.includes("slow")) await held;
        return {};
      },
      config: asksToRemove,
    });
    const { session_id } = await host.send("go");
    await until(async () => (await host.session(session_id)).pending_requests.length === 1);
    expect((await host.session(session_id)).status).toBe("running");
    const [request] = (await host.session(session_id)).pending_requests;
    await answer(host, session_id, request?.id ?? "");
    await until(async () => (await childrenOf(host))[0]?.status === "idle");
    expect((await host.session(session_id)).status).toBe("running");
    finish();
    expect((await ended(host, session_id)).outputs).toEqual(["a!", "slow!"]);
  });

  it("ends the wait of a caller in the moment in which nobody works beside it any more", async () => {
    const clock = fakeClock();
    const { promise: held, resolve: finish } = Promise.withResolvers<object>();
    await using host = await testHost({
      script: askingBesideSlow,
      command: () => held,
      config: asksToRemove,
      service: { clock },
    });
    const running = host.run("go");
    await until(() => host.sandbox.commands.length === 1);
    finish({});
    expect(await running).toMatchObject({ status: "waiting" });
    expect(clock.monotonic()).toBe(0);
  });

  it("expires as a denial, in both logs, also after a restart in which nothing ran", async () => {
    const clock = fakeClock();
    const ports = { store: testStore({ clock }), volumes: memoryVolumes(), clock, requestTtlMs: 60_000 };
    const first = await startedService({ ...ports, models: scriptedModels(asking(2)) });
    const { id } = await first.workspaces.create(admin, { name: "w", config: asksToRemove });
    const host = { service: first, workspaceId: id };
    const { session_id } = await first.chat.send(admin, id, { message: "go" });
    const get = (service: typeof first) => service.sessions.get(admin, id, session_id);
    await until(async () => (await get(first)).pending_requests.length === 2);
    await until(async () => (await get(first)).status === "waiting");
    const children = await childrenOf(host);
    await first.stop({ graceMs: 0 });
    await clock.advance(120_000);
    const second = await startedService({ ...ports, models: scriptedModels(asking(2)) });
    await clock.advance(1_000);
    await until(async () => (await get(second)).status === "idle");
    for (const child of children) {
      const page = await second.sessions.eventPage(admin, id, child.id, { limit: 100 });
      expect(resultsIn(page.items).map(({ output }) => output)).toEqual([APPROVAL_EXPIRED]);
    }
    const log = await second.sessions.eventPage(admin, id, session_id, { limit: 100 });
    expect(log.items.filter(({ type }) => type === "request.resolved")).toMatchObject([
      { outcome: "expired" },
      { outcome: "expired" },
    ]);
    await second.stop({ graceMs: 0 });
  });

  it("is withdrawn when it is interrupted by itself: its parent goes on with an error result", async () => {
    await using host = await testHost({ script: asking(1), config: asksToRemove });
    const { session_id } = await host.run("go");
    await waiting(host, session_id, 1);
    const [child] = await childrenOf(host);
    await host.service.sessions.interrupt(admin, host.workspaceId, child?.id ?? "");
    const { events, outputs } = await ended(host, session_id);
    expect(outputs).toEqual([expect.stringContaining("The subagent was interrupted")]);
    expect(events.find(({ type }) => type === "request.resolved")).toMatchObject({ outcome: "cancelled" });
    expect(events.at(-1)).toMatchObject({ type: "turn.ended", turn: { status: "completed" } });
  });

  it("is withdrawn with its parent's turn", async () => {
    await using host = await testHost({ script: asking(2), config: asksToRemove });
    const { session_id } = await host.run("go");
    await waiting(host, session_id, 2);
    expect(await host.service.sessions.interrupt(admin, host.workspaceId, session_id)).toEqual({
      interrupted: true,
    });
    const { events } = await ended(host, session_id);
    expect(events.at(-1)).toMatchObject({ turn: { status: "interrupted" } });
    for (const child of await childrenOf(host))
      expect(child).toMatchObject({ status: "idle", stop_reason: "interrupted", pending_requests: [] });
  });

  it("is gone with the sessions when its parent is deleted while it waits", async () => {
    await using host = await testHost({ script: asking(2), config: asksToRemove });
    const { session_id } = await host.run("go");
    await waiting(host, session_id, 2);
    await host.service.sessions.delete(admin, host.workspaceId, session_id);
    expect(await sessionsOf(host)).toEqual([]);
  });
});
