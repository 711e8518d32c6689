import { describe, expect, it } from "vitest";
import type { CallerTool } from "../../domain/workspaces/caller-tool.ts";
import { memoryVolumes } from "../../memory/index.ts";
import {
  admin,
  answerFirst,
  bash,
  clockOfLeases,
  ended,
  outputs,
  resultsShown,
  startedService,
  testHost,
  until,
  untilStatus,
  type TestHost,
} from "../../test-host.test-support.ts";
import { fakeClock, scriptedModels, testStore } from "../../testing/index.ts";
import { tool } from "../make-tool.ts";
import { answer, pending } from "./approvals.test-support.ts";
import { DENIED, TOOL_CALL_EXPIRED } from "./verdict.ts";

const lookup: CallerTool = {
  name: "lookup",
  description: "Looks up a ticket.",
  input_schema: { type: "object", properties: { id: { type: "number" } }, required: ["id"] },
};
const ticket = (id: number) => ({ name: "lookup", arguments: { id } });
const tools = [lookup];

/** The parts of a host's last answer that the model saw of tools. */
const seen = (host: TestHost) => resultsShown(host).map(({ output, is_error }) => [output, is_error]);

describe("a call of a caller's tool", () => {
  it("waits for the caller's result, and the turn continues with it", async () => {
    await using host = await testHost({ script: [{ toolCalls: [ticket(7)] }, { text: "done" }] });
    const { session_id, turn_id, status } = await host.run("go", { tools });
    expect(status).toBe("waiting");
    expect(host.models.requests[0]?.tools.find(({ name }) => name === "lookup")).toEqual({
      name: "lookup",
      description: lookup.description,
      parameters: lookup.input_schema,
    });
    const [request, ...others] = await pending(host, session_id);
    expect(others).toEqual([]);
    expect(request).toMatchObject({ kind: "tool_call", tool: "lookup", arguments: '{"id":7}', turn_id });
    expect(request).not.toHaveProperty("subject");
    expect(await answer(host, session_id, request, { output: { title: "Leak" } })).toMatchObject({
      outcome: "answered",
      output: '{"title":"Leak"}',
      by: { id: "admin" },
    });
    expect(await ended(host, session_id, turn_id)).toMatchObject({
      status: "completed",
      stats: { tool_calls: 1 },
    });
    expect(seen(host)).toEqual([['{"title":"Leak"}', false]]);
  });

  it("fails with the caller's error", async () => {
    await using host = await testHost({ script: [{ toolCalls: [ticket(7)] }, { text: "done" }] });
    const { session_id, turn_id } = await host.run("go", { tools });
    const [request] = await pending(host, session_id);
    await answer(host, session_id, request, { error: "There is no ticket 7." });
    await ended(host, session_id, turn_id);
    expect(seen(host)).toEqual([["There is no ticket 7.", true]]);
  });

  it("has a request of its own, and runs after the calls before it", async () => {
    await using host = await testHost({
      script: [{ toolCalls: [bash("first"), ticket(1), ticket(2), bash("last")] }, { text: "done" }],
      command: () => ({ stdout: "ok" }),
    });
    const { session_id, turn_id } = await host.run("go", { tools });
    expect(host.sandbox.commands).toHaveLength(1);
    const requests = await pending(host, session_id);
    expect(requests.map(({ arguments: given }) => given)).toEqual(['{"id":1}', '{"id":2}']);
    await answer(host, session_id, requests[1], { output: "two" });
    expect(await pending(host, session_id)).toHaveLength(1);
    await answer(host, session_id, requests[0], { output: "one" });
    await ended(host, session_id, turn_id);
    expect(outputs(await host.events(session_id))).toEqual(["ok", "one", "two", "ok"]);
  });

  it("waits for calls that only read, and any number of its neighbors is open at the same time", async () => {
    let looks = 0;
    const look = tool({
      name: "look",
      description: "",
      parameters: { type: "object" },
      isReadOnly: true,
      run: () => `look ${++looks}`,
    });
    const tickets = Array.from({ length: 9 }, (_, index) => ticket(index));
    await using host = await testHost({
      script: [{ toolCalls: [{ name: "look", arguments: {} }, ...tickets] }, { text: "done" }],
      service: { tools: [look] },
    });
    const { session_id } = await host.run("go", { tools });
    expect(looks).toBe(1);
    expect(await pending(host, session_id)).toHaveLength(9);
    await host.service.sessions.interrupt(admin, host.workspaceId, session_id);
  });

  it("counts though the config has the tool no more, or the host has one of its name", async () => {
    const { clock, endLeases } = clockOfLeases();
    const store = testStore({ clock });
    const ports = { store, volumes: memoryVolumes() };
    const config = { tools };
    const models = scriptedModels([{ toolCalls: [ticket(7)] }]);
    const first = await startedService({ ...ports, models });
    const { id } = await first.workspaces.create(admin, { name: "w", config });
    const { session_id, turn_id } = await first.chat.send(admin, id, { message: "go" });
    await untilStatus({ service: first, workspaceId: id }, session_id, "waiting");
    endLeases();
    let runs = 0;
    const own = tool({ name: "lookup", description: "", parameters: { type: "object" }, run: () => ++runs });
    const later = scriptedModels([{ text: "done" }]);
    const second = await startedService({ ...ports, models: later, tools: [own] });
    await second.workspaces.putConfig(admin, id, { permissions: { lookup: "deny" } });
    await answerFirst({ service: second, workspaceId: id }, session_id, { output: "seven" });
    await second.sessions.turn(admin, id, session_id, turn_id, { seconds: 10 });
    expect(runs).toBe(0);
    expect(later.requests[0]?.messages.at(-1)?.parts).toMatchObject([{ output: "seven", is_error: false }]);
    await second.stop({ graceMs: 0 });
    await first.stop({ graceMs: 0 });
  });

  it.each([
    ["nothing", undefined],
    ["a function", () => 1],
    ["what is nested too deep", JSON.parse("[".repeat(5_000) + "]".repeat(5_000)) as unknown],
  ])("is not answered by %s", async (_, output) => {
    await using host = await testHost({ script: [{ toolCalls: [ticket(7)] }, { text: "done" }] });
    const { session_id } = await host.run("go", { tools });
    const [request] = await pending(host, session_id);
    await expect(answer(host, session_id, request, { output })).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect(await pending(host, session_id)).toHaveLength(1);
    await host.service.sessions.interrupt(admin, host.workspaceId, session_id);
  });

  it("is approved by a person first where the permissions ask for it", async () => {
    await using host = await testHost({
      script: [{ toolCalls: [ticket(1), ticket(2)] }, { text: "done" }],
      config: { permissions: { lookup: "ask" } },
    });
    const { session_id, turn_id } = await host.run("go", { tools });
    const approvals = await pending(host, session_id);
    expect(approvals.map(({ kind }) => kind)).toEqual(["approval", "approval"]);
    await answer(host, session_id, approvals[0], { decision: "deny" });
    await answer(host, session_id, approvals[1], { decision: "allow" });
    await until(async () => (await host.session(session_id)).pending_requests[0]?.kind === "tool_call");
    const [request, ...others] = await pending(host, session_id);
    expect([request?.arguments, others]).toEqual(['{"id":2}', []]);
    await answer(host, session_id, request, { output: "two" });
    await ended(host, session_id, turn_id);
    expect(outputs(await host.events(session_id))).toEqual([DENIED, "two"]);
  });

  it("does not show secrets to the caller, and stores none of its result", async () => {
    await using host = await testHost({
      script: [
        { toolCalls: [ticket(1), { name: "lookup", arguments: { id: "hunter2hunter2" } }] },
        { text: "done" },
      ],
      config: { env: { KEY: { value: "hunter2hunter2", secret: true } } },
    });
    const { session_id, turn_id } = await host.run("go", { tools });
    const [request, ...others] = await pending(host, session_id);
    expect(others).toEqual([]);
    const long = `hunter2hunter2 ${"x".repeat(200_000)}\u001b[31m`;
    await answer(host, session_id, request, { output: long });
    await ended(host, session_id, turn_id);
    const log = JSON.stringify(await host.events(session_id));
    expect(log).not.toContain("hunter2");
    expect(log.length).toBeLessThan(150_000);
    expect(outputs(await host.events(session_id))[0]).toContain("characters left out");
  });

  it("becomes an error that the model sees if no result comes in time", async () => {
    const clock = fakeClock();
    const host = await testHost({
      script: [{ toolCalls: [ticket(7)] }, { text: "I continue." }],
      service: { clock, store: testStore({ clock }), requestTtlMs: 60_000 },
    });
    const { session_id } = await host.send("go", { tools });
    await untilStatus(host, session_id, "waiting");
    const [request] = (await host.session(session_id)).pending_requests;
    await clock.advance(65_000);
    await untilStatus(host, session_id, "idle");
    expect(seen(host)).toEqual([[TOOL_CALL_EXPIRED, true]]);
    await expect(answer(host, session_id, request, { output: "late" })).rejects.toMatchObject({
      code: "already_resolved",
    });
    await host.service.stop({ graceMs: 0 });
  });

  it("survives a kill between the call and the result, which is accepted once", async () => {
    const { clock, endLeases } = clockOfLeases();
    const store = testStore({ clock });
    // On a shared store either instance may continue.
    const models = scriptedModels([{ toolCalls: [ticket(7)] }, { toolCalls: [ticket(8)] }, { text: "done" }]);
    const ports = { store, models, volumes: memoryVolumes() };
    // It is not stopped before the other one starts: a killed process does not hand over what it has.
    const first = await startedService(ports);
    const { id } = await first.workspaces.create(admin, { name: "w" });
    const { session_id, turn_id } = await first.chat.send(admin, id, { message: "go", tools });
    await untilStatus({ service: first, workspaceId: id }, session_id, "waiting");
    endLeases();
    const second = await startedService(ports);
    const said = async (output: string) => {
      const [request] = (await second.sessions.get(admin, id, session_id)).pending_requests;
      const send = () => second.sessions.answerRequest(admin, id, session_id, request?.id ?? "", { output });
      const answers = await Promise.allSettled([send(), send(), send()]);
      expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      for (const given of answers)
        if (given.status === "rejected") expect(given.reason).toMatchObject({ code: "already_resolved" });
      return request?.arguments;
    };
    expect(await said("seven")).toBe('{"id":7}');
    // The new instance has the tools of the chat from the log.
    const waits = async () => {
      const { status, pending_requests } = await second.sessions.get(admin, id, session_id);
      return status === "waiting" && pending_requests[0]?.arguments === '{"id":8}';
    };
    await until(waits);
    expect(models.requests[1]?.tools.some(({ name }) => name === "lookup")).toBe(true);
    await said("eight");
    expect(await ended({ service: second, workspaceId: id }, session_id, turn_id)).toMatchObject({
      status: "completed",
      stats: { tool_calls: 2 },
    });
    await second.stop({ graceMs: 0 });
    await first.stop({ graceMs: 0 });
  });
});

describe("the tools of a caller", () => {
  const names = (host: TestHost, request: number) =>
    host.models.requests[request]?.tools.map(({ name }) => name) ?? [];

  it("of a chat belong to its turn and not to its subagents; those of the config to both", async () => {
    const task = { name: "task", arguments: { description: "Part", prompt: "Do it." } };
    await using host = await testHost({
      script: [{ toolCalls: [task] }, { text: "part done" }, { text: "done" }, { text: "next" }],
      config: { tools: [{ ...lookup, name: "of_config" }] },
    });
    const { session_id, status } = await host.run("go", { tools });
    expect(status).toBe("completed");
    expect(names(host, 0)).toEqual(expect.arrayContaining(["lookup", "of_config"]));
    expect(names(host, 1)).toContain("of_config");
    expect(names(host, 1)).not.toContain("lookup");
    await host.run("next", { session_id });
    expect(names(host, 3)).toContain("of_config");
    expect(names(host, 3)).not.toContain("lookup");
  });

  it("of a subagent are answered in the session that it works for", async () => {
    const task = { name: "task", arguments: { description: "Part", prompt: "Do it." } };
    await using host = await testHost({
      script: [{ toolCalls: [task] }, { toolCalls: [ticket(1)] }, { text: "part done" }, { text: "done" }],
      config: { tools },
    });
    const { session_id, turn_id } = await host.run("go");
    const [request] = await pending(host, session_id);
    expect(request).toMatchObject({
      kind: "tool_call",
      tool: "lookup",
      origin_session_id: expect.any(String) as string,
    });
    await answer(host, session_id, request, { output: "one" });
    expect(await ended(host, session_id, turn_id)).toMatchObject({ status: "completed" });
  });

  it("replace those of the config that have the same name, and are left out where they are denied", async () => {
    await using host = await testHost({
      script: [{ text: "one" }],
      config: {
        tools: [
          { ...lookup, description: "Old." },
          { ...lookup, name: "of_config" },
        ],
        permissions: { of_config: "deny" },
      },
    });
    await host.run("go", { tools });
    expect(names(host, 0)).not.toContain("of_config");
    const offered = host.models.requests[0]?.tools.filter(({ name }) => name === "lookup");
    expect(offered).toMatchObject([{ description: lookup.description }]);
  });

  it("may not have schemas that are nested too deep", async () => {
    await using host = await testHost({ script: [] });
    for (const depth of [65, 20_000]) {
      const deep = JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`) as unknown;
      const input_schema = { type: "object" as const, deep };
      await expect(host.send("go", { tools: [{ ...lookup, input_schema }] })).rejects.toMatchObject({
        code: "invalid_request",
        errors: [{ pointer: "#/tools/0/input_schema" }],
      });
    }
  });

  it("cannot have the name of a tool of the service, or join a running turn", async () => {
    await using host = await testHost({ script: () => ({ text: "never", stall: true }) });
    const taken = { code: "invalid_request", errors: [{ pointer: "#/tools/1/name" }] };
    await expect(host.send("go", { tools: [lookup, { ...lookup, name: "bash" }] })).rejects.toMatchObject(
      taken,
    );
    const config = { tools: [lookup, { ...lookup, name: "read" }] };
    await expect(host.service.workspaces.create(admin, { name: "x", config })).rejects.toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/config/tools/1/name" }],
    });
    const { session_id } = await host.send("go");
    await untilStatus(host, session_id, "running");
    await expect(host.send("more", { session_id, on_busy: "steer", tools })).rejects.toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/tools" }],
    });
  });
});
