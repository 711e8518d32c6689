import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { admin, bash, ended, outputs, testHost, until } from "../../test-host.test-support.ts";
import type { ScriptedCommand } from "../../testing/index.ts";
import { NOT_RUN } from "../../domain/sessions/call-result.ts";
import { tool } from "../make-tool.ts";
import { NOT_ALLOWED, DENIED } from "./verdict.ts";
import { answer, asks, movingTo, pending, typesFrom, waitingHost } from "./approvals.test-support.ts";

describe("a call that a person has to allow", () => {
  it("holds the turn up, without a lease, a process or a model call, and runs when it was allowed", async () => {
    await using host = await testHost({
      script: [{ text: "I clean up.", toolCalls: [bash("rm -r build")] }, { text: "done" }],
      command: async () => ({ stdout: "gone" }),
      config: asks,
    });
    const result = await host.run("go");
    expect(result).toMatchObject({ status: "waiting", reason: null });
    const { session_id, turn_id } = result;
    const [request] = await pending(host, session_id);
    expect(request).toMatchObject({
      kind: "approval",
      turn_id,
      tool: "bash",
      prompt: "May bash run: rm -r build",
      arguments: '{"command":"rm -r build"}',
    });
    const record = await host.store.sessions.get("default", host.workspaceId, session_id);
    expect(record).toMatchObject({ owner: null, lease_until: 0, attempts: 0 });
    expect([host.sandbox.commands.length, host.models.requests.length]).toEqual([0, 1]);

    const resolved = await answer(host, session_id, request, { decision: "allow", note: "this once" });
    expect(resolved).toMatchObject({ ...request, outcome: "allow", note: "this once" });
    expect(await ended(host, session_id, turn_id)).toMatchObject({
      status: "completed",
      stats: { tool_calls: 1 },
    });
    const events = await host.events(session_id);
    expect(outputs(events)).toEqual(["gone"]);
    expect(typesFrom(events, "request.opened")).toEqual([
      "request.opened",
      "request.resolved",
      "item.started",
      "item.completed",
      "item.completed",
      "turn.ended",
    ]);
    expect((await host.session(session_id)).pending_requests).toEqual([]);
  });

  it("has the approval before the questions of its tool, which may not be too many", async () => {
    const seen: unknown[] = [];
    const refund = tool({
      name: "refund",
      description: "Returns money.",
      parameters: v.object({ questions: v.number() }),
      needsApproval: true,
      questions: ({ questions }) =>
        Array.from({ length: questions }, (_, index) => ({ question: `How much, ${index}?` })),
      run: (_, { answers }) => {
        seen.push(answers);
        return { output: "refunded" };
      },
    });
    const call = (questions: number) => ({ name: "refund", arguments: { questions } });
    await using host = await testHost({
      script: [{ toolCalls: [call(1), call(5)] }, { text: "done" }],
      service: { tools: [refund] },
    });
    const { session_id, turn_id } = await host.run("go");
    const approvals = await pending(host, session_id);
    expect(approvals.map(({ kind, arguments: written }) => [kind, written])).toEqual([
      ["approval", '{"questions":1}'],
    ]);
    for (const approval of approvals) await answer(host, session_id, approval, { decision: "allow" });
    await until(async () => (await host.session(session_id)).pending_requests[0]?.kind === "question");
    const [question, ...others] = await pending(host, session_id);
    expect(others).toEqual([]);
    expect(seen).toEqual([]);
    await answer(host, session_id, question, { answers: { "0": "all" } });
    await ended(host, session_id, turn_id);
    expect(seen).toEqual([{ "How much, 0?": "all" }]);
    expect(outputs(await host.events(session_id))).toEqual([
      "refunded",
      "This call was not run: it asks 5 questions, and a request has at most 4.",
    ]);
  });

  it("is an error result with the note when it was denied, and the turn goes on", async () => {
    await using host = await waitingHost([bash("rm x")]);
    const { session_id, turn_id, request } = host;
    await answer(host, session_id, request, { decision: "deny", note: "Keep x." });
    expect(await ended(host, session_id, turn_id)).toMatchObject({ stop_reason: "end_turn" });
    expect(host.sandbox.commands).toEqual([]);
    expect(host.models.requests[1]?.messages.at(-1)?.parts).toMatchObject([
      { type: "tool_result", is_error: true, output: `${DENIED}\nTheir note: Keep x.` },
    ]);
    expect((await host.events(session_id)).filter(({ type }) => type === "item.started")).toEqual([]);
  });

  it("is asked about together with the others of its response, and all run in their order", async () => {
    const commands: string[] = [];
    const command: ScriptedCommand = ({ command: text }) => {
      const name = /rm [abc]|'ls'/.exec(text)?.[0] ?? "glob";
      commands.push(name);
      return { stdout: name };
    };
    const glob = { name: "glob", arguments: { pattern: "*" } };
    const calls = [glob, bash("rm a"), bash("ls"), bash("rm b"), bash("rm c")];
    await using host = await waitingHost(calls, { command });
    const { session_id, turn_id, requests } = host;
    expect(requests.map(({ arguments: given }) => given)).toEqual(
      ["rm a", "rm b", "rm c"].map((command) => JSON.stringify({ command })),
    );
    expect(commands).toEqual([]);
    await answer(host, session_id, requests[2], { decision: "allow" });
    await answer(host, session_id, requests[0], { decision: "allow" });
    expect(await host.session(session_id)).toMatchObject({
      status: "waiting",
      last_turn: { status: "waiting" },
    });
    expect(commands).toEqual([]);
    await answer(host, session_id, requests[1], { decision: "deny" });
    expect(await ended(host, session_id, turn_id)).toMatchObject({ status: "completed" });
    expect(commands.filter((name) => name !== "glob")).toEqual(["rm a", "'ls'", "rm c"]);
    expect(outputs(await host.events(session_id)).slice(1)).toEqual(["rm a", "'ls'", DENIED, "rm c"]);
  });

  it("is asked about when a call before it has changed what the permissions say of it", async () => {
    const write = { name: "write", arguments: { path: "a", content: "x" } };
    await using host = await waitingHost([bash("cd secrets"), write], {
      command: movingTo("/workspace/secrets"),
      config: { permissions: { write: [{ pattern: "secrets/*", action: "ask" }] } },
    });
    const { session_id, turn_id, request } = host;
    expect(request).toMatchObject({ tool: "write", prompt: "May write run: /workspace/secrets/a" });
    expect(host.sandbox.commands).toHaveLength(1);
    await answer(host, session_id, request, { decision: "deny" });
    expect(await ended(host, session_id, turn_id)).toMatchObject({ status: "completed" });
    expect(outputs(await host.events(session_id)).at(-1)).toBe(DENIED);
  });

  it("does not run when the config has come to deny it, though a person allowed it", async () => {
    await using host = await waitingHost([bash("rm x")]);
    const { session_id, turn_id, request } = host;
    await host.service.workspaces.putConfig(admin, host.workspaceId, { permissions: { bash: "deny" } });
    await answer(host, session_id, request, { decision: "allow" });
    await ended(host, session_id, turn_id);
    expect(host.sandbox.commands).toEqual([]);
    expect(outputs(await host.events(session_id))).toEqual([NOT_ALLOWED]);
  });

  it("stays denied when the config has come to allow it, and allowed when it still asks", async () => {
    await using host = await waitingHost([bash("rm x")]);
    const { session_id, turn_id, request } = host;
    await host.service.workspaces.putConfig(admin, host.workspaceId, {});
    await answer(host, session_id, request, { decision: "deny" });
    await ended(host, session_id, turn_id);
    expect(outputs(await host.events(session_id))).toEqual([DENIED]);
  });
});

describe("a turn that waits", () => {
  it("is interrupted: its requests are cancelled, what it asked is not run, and the next turn works", async () => {
    await using host = await waitingHost([bash("rm x"), bash("rm y")]);
    const { session_id, request } = host;
    expect(await host.service.sessions.interrupt(admin, host.workspaceId, session_id)).toEqual({
      interrupted: true,
    });
    expect(await host.session(session_id)).toMatchObject({
      status: "idle",
      stop_reason: "interrupted",
      pending_requests: [],
    });
    const events = await host.events(session_id);
    expect(events.filter(({ type }) => type === "request.resolved")).toMatchObject([
      { outcome: "cancelled" },
      { outcome: "cancelled" },
    ]);
    expect(outputs(events)).toEqual([NOT_RUN, NOT_RUN]);
    await expect(answer(host, session_id, request, { decision: "allow" })).rejects.toMatchObject({
      code: "already_resolved",
      detail: "The request is already resolved: cancelled.",
    });
    expect(await host.run("again", { session_id })).toMatchObject({ final_message: "done" });
    expect(host.sandbox.commands).toEqual([]);
  });

  it("keeps what comes meanwhile in the queue", async () => {
    await using host = await testHost({
      script: [{ toolCalls: [bash("rm x")] }, { text: "first" }, { text: "second" }],
      config: asks,
    });
    const { session_id, turn_id } = await host.run("go");
    const next = await host.send("then", { session_id });
    await expect(host.send("no", { session_id, on_busy: "reject" })).rejects.toMatchObject({
      code: "session_busy",
    });
    const [request] = await pending(host, session_id);
    expect(host.models.requests).toHaveLength(1);
    await answer(host, session_id, request, { decision: "allow" });
    expect(await ended(host, session_id, turn_id)).toMatchObject({ status: "completed" });
    expect(await ended(host, session_id, next.turn_id)).toMatchObject({ status: "completed" });
    const second = host.models.requests[1]?.messages ?? [];
    expect(second.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
  });

  it("can be deleted, with its session or with its workspace", async () => {
    await using host = await testHost({ script: () => ({ toolCalls: [bash("rm x")] }), config: asks });
    const { session_id } = await host.run("go");
    await host.service.sessions.delete(admin, host.workspaceId, session_id);
    await expect(host.session(session_id)).rejects.toMatchObject({ code: "not_found" });
    const other = await host.run("go");
    await host.service.workspaces.delete(admin, host.workspaceId);
    await expect(host.session(other.session_id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("takes no place of those that run", async () => {
    await using host = await testHost({
      script: (request) =>
        request.messages.length === 1 && JSON.stringify(request.messages).includes("ask")
          ? { toolCalls: [bash("rm x")] }
          : { text: "ran" },
      config: asks,
      service: { maxRunningTurns: 1 },
    });
    const waiting = await Promise.all([host.run("ask"), host.run("ask"), host.run("ask")]);
    expect(waiting.map(({ status }) => status)).toEqual(["waiting", "waiting", "waiting"]);
    expect(await host.run("other")).toMatchObject({ final_message: "ran" });
  });

  it("is forked without what is not answered", async () => {
    await using host = await testHost({
      script: [{ toolCalls: [bash("rm x")] }, { text: "forked" }],
      config: asks,
    });
    const { session_id } = await host.run("go");
    const fork = await host.service.sessions.fork(admin, host.workspaceId, session_id, {});
    expect(fork).toMatchObject({ status: "idle", pending_requests: [] });
    expect(await host.run("on", { session_id: fork.id })).toMatchObject({ final_message: "forked" });
  });
});
