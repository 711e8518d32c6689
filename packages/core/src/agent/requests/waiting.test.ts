import { describe, expect, it } from "vitest";
import { memoryVolumes } from "../../memory/index.ts";
import {
  admin,
  answerFirst,
  bash,
  ended,
  resultsShown,
  startedService,
  testHost,
  testService,
  untilStatus,
  type TestHost,
} from "../../test-host.test-support.ts";
import {
  fakeClock,
  scriptedModels,
  scriptedSandboxes,
  type FakeClock,
  testStore,
} from "../../testing/index.ts";
import { APPROVAL_EXPIRED, QUESTION_EXPIRED } from "./verdict.ts";

const asks = { permissions: { bash: "ask" as const } };
const DAY = 86_400_000;
const MINUTE = 60_000;

/** Hands a message over and waits, without the clock, until people are asked. */
async function asked(host: TestHost) {
  const sent = await host.send("go");
  await untilStatus(host, sent.session_id, "waiting");
  return sent;
}

/** What the model was shown of the tools, in its last request. */
const lastResults = (host: TestHost) => resultsShown(host).map(({ output }) => output);

async function clockHost(script: Parameters<typeof testHost>[0]["script"], ttlMs?: number) {
  const clock: FakeClock = fakeClock();
  const store = testStore({ clock });
  const host = await testHost({
    script,
    config: asks,
    service: { clock, store, ...(ttlMs !== undefined && { requestTtlMs: ttlMs }) },
  });
  return { clock, host, store };
}

describe("a request that nobody answers", () => {
  it("expires after a day, where the host says nothing else", async () => {
    const { host } = await clockHost([{ toolCalls: [bash("x")] }]);
    const { session_id } = await asked(host);
    const [request] = (await host.session(session_id)).pending_requests;
    expect(Date.parse(request?.expires_at ?? "") - Date.parse(request?.created_at ?? "")).toBe(DAY);
    await host.service.stop({ graceMs: 0 });
  });

  it("is resolved as a denial that the model sees", async () => {
    const { clock, host } = await clockHost([{ toolCalls: [bash("x")] }, { text: "I stop." }], MINUTE);
    const { session_id } = await asked(host);
    await clock.advance(MINUTE - 5_000);
    expect(await host.session(session_id)).toMatchObject({ status: "waiting" });
    await clock.advance(10_000);
    await untilStatus(host, session_id, "idle");
    expect(lastResults(host)).toEqual([APPROVAL_EXPIRED]);
    expect(host.sandbox.commands).toEqual([]);
    const [resolved] = (await host.events(session_id)).filter(({ type }) => type === "request.resolved");
    expect(resolved).toMatchObject({ outcome: "expired" });
    await host.service.stop({ graceMs: 0 });
  });

  it("cannot be answered once its time is up, also before anybody has written that down", async () => {
    const { clock, host } = await clockHost([{ toolCalls: [bash("x")] }], MINUTE);
    const { session_id } = await asked(host);
    clock.jump(MINUTE);
    await expect(answerFirst(host, session_id, { decision: "allow" })).rejects.toMatchObject({
      code: "already_resolved",
    });
    await host.service.stop({ graceMs: 0 });
  });

  it("holds back the others of its response no longer than they last themselves", async () => {
    const { clock, host } = await clockHost(
      [
        { toolCalls: [bash("x"), { name: "ask_user", arguments: { questions: [{ question: "Why?" }] } }] },
        { text: "ok" },
      ],
      MINUTE,
    );
    const { session_id } = await asked(host);
    const { pending_requests } = await host.session(session_id);
    expect(pending_requests.map(({ kind }) => kind)).toEqual(["approval", "question"]);
    await clock.advance(MINUTE / 2);
    await answerFirst(host, session_id, { decision: "allow" });
    expect(await host.session(session_id)).toMatchObject({ status: "waiting" });
    await clock.advance(MINUTE / 2 + 2_000);
    await untilStatus(host, session_id, "idle");
    expect(host.sandbox.commands).toHaveLength(1);
    expect(lastResults(host)[1]).toBe(QUESTION_EXPIRED);
    await host.service.stop({ graceMs: 0 });
  });

  it("expires after a restart too, though nothing ran meanwhile", async () => {
    const clock = fakeClock();
    const store = testStore({ clock });
    const ports = { store, volumes: memoryVolumes(), clock, requestTtlMs: MINUTE };
    const first = await startedService({ ...ports, models: scriptedModels([{ toolCalls: [bash("x")] }]) });
    const { id } = await first.workspaces.create(admin, { name: "w", config: asks });
    const { session_id } = await first.chat.send(admin, id, { message: "go" });
    await untilStatus({ service: first, workspaceId: id }, session_id, "waiting");
    await first.stop({ graceMs: 0 });
    await clock.advance(2 * MINUTE);
    const models = scriptedModels([{ text: "late" }]);
    const second = await startedService({ ...ports, models });
    await clock.advance(1_000);
    await untilStatus({ service: second, workspaceId: id }, session_id, "idle");
    expect(models.requests[0]?.messages.at(-1)?.parts).toMatchObject([{ output: APPROVAL_EXPIRED }]);
    await second.stop({ graceMs: 0 });
  });
});

describe("the time limit of a turn", () => {
  it("does not count the time in which it waits for a person", async () => {
    const clock = fakeClock();
    const host = await testHost({
      script: [{ toolCalls: [bash("x")] }, { text: "in time" }],
      config: { ...asks, limits: { max_turn_seconds: 60 } },
      service: { clock, store: testStore({ clock }) },
    });
    const { session_id, turn_id } = await asked(host);
    await clock.advance(5 * MINUTE);
    await answerFirst(host, session_id, { decision: "allow" });
    await untilStatus(host, session_id, "idle");
    const turn = await host.service.sessions.turn(admin, host.workspaceId, session_id, turn_id);
    expect(turn).toMatchObject({ stop_reason: "end_turn", stats: { duration_ms: 5 * MINUTE } });
    await host.service.stop({ graceMs: 0 });
  });
});

describe("a session that waits", () => {
  async function halves() {
    const store = testStore();
    const volumes = memoryVolumes();
    const sandbox = scriptedSandboxes();
    const first = await startedService({
      store,
      volumes,
      sandbox,
      models: scriptedModels([{ text: "Asking.", toolCalls: [bash("x")] }]),
    });
    const { id } = await first.workspaces.create(admin, { name: "w", config: asks });
    const sent = await first.chat.send(admin, id, { message: "go" });
    await untilStatus({ service: first, workspaceId: id }, sent.session_id, "waiting");
    const models = scriptedModels([{ text: "completed here" }]);
    const second = testService({ store, volumes, sandbox, models });
    return { store, sandbox, first, second, models, id, ...sent };
  }

  it("is gone on with by another service after a restart", async () => {
    const { first, second, sandbox, id, session_id, turn_id } = await halves();
    await first.stop({ graceMs: 0 });
    await second.start();
    await answerFirst({ service: second, workspaceId: id }, session_id, { decision: "allow" });
    expect(await ended({ service: second, workspaceId: id }, session_id, turn_id)).toMatchObject({
      status: "completed",
      stats: { steps: 2, tool_calls: 1 },
    });
    expect(sandbox.commands).toHaveLength(1);
    await second.stop();
  });

  it("may be answered on one instance and taken up by another", async () => {
    const { store, first, second, sandbox, models, id, session_id, turn_id } = await halves();
    await first.stop({ graceMs: 0 });
    await second.start();
    const answering = testService({ store, sandbox });
    await answerFirst({ service: answering, workspaceId: id }, session_id, { decision: "allow" });
    expect(await ended({ service: second, workspaceId: id }, session_id, turn_id)).toMatchObject({
      status: "completed",
    });
    expect(models.requests[0]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
    await second.stop();
  });
});
