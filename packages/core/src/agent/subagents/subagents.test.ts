import { describe, expect, it } from "vitest";
import { addStats } from "../../domain/sessions/project-turn.ts";
import { noStats } from "../../domain/sessions/turn.ts";
import { admin, bash, eventLoopTurns, resultsIn, testHost, until } from "../../test-host.test-support.ts";
import { memorySpans } from "../trace/memory-spans.test-support.ts";
import { childrenOf, isOfSubagent, isSound, scripted, sessionsOf, task } from "./subagents.test-support.ts";

const one = (steps: Parameters<typeof scripted>[1][string]) =>
  scripted([{ toolCalls: [task("a")] }, { text: "all done" }], { a: steps });

describe("a subagent", () => {
  it("does its task in a session of its own, and its last message is the result", async () => {
    await using host = await testHost({
      script: one([{ text: "I look.", toolCalls: [bash("ls")] }, { text: "found it" }]),
      command: async () => ({ stdout: "files" }),
    });
    const { session_id, turn_id, status, final_message } = await host.run("go", { source: "web" });
    expect([status, final_message]).toEqual(["completed", "all done"]);
    const [child] = await childrenOf(host);
    const [result] = resultsIn(await host.events(session_id));
    expect(result).toMatchObject({
      output: "found it",
      is_error: false,
      subagent: { session_id: child?.id, stop_reason: "end_turn", stats: { steps: 2, tool_calls: 1 } },
    });
    const parent = { session_id, turn_id, call_id: result?.call_id };
    expect(child).toMatchObject({ parent, name: "Do a", status: "idle", preview: "a", source: "web" });
    const events = await host.events(child?.id ?? "");
    expect(events[0]).toMatchObject({ type: "session.started", parent });
    expect(resultsIn(events)).toMatchObject([{ output: "files" }]);
    expect(host.sandbox.commands.map(({ group }) => group)).toEqual([child?.id]);
    const own = host.models.requests.filter(isOfSubagent);
    expect(own[0]?.messages).toEqual([{ role: "user", parts: [{ type: "text", text: "a" }] }]);
    const started = (await host.events(session_id)).find(({ type }) => type === "item.started");
    expect(started).toMatchObject({ child_session_id: child?.id });
    for (const { id } of await sessionsOf(host)) expect(isSound(await host.events(id))).toBe(true);
  });

  it("has no subagents of its own, and no one has where the permissions deny them", async () => {
    await using host = await testHost({
      script: one([{ toolCalls: [task("deeper")] }, { text: "alone" }]),
    });
    await host.run("go");
    const [child] = await childrenOf(host);
    expect(await sessionsOf(host)).toHaveLength(2);
    expect(resultsIn(await host.events(child?.id ?? ""))).toMatchObject([
      { is_error: true, output: expect.stringContaining("There is no tool named task") as string },
    ]);
    const offered = (isOfChild: boolean) =>
      host.models.requests
        .filter((request) => isOfSubagent(request) === isOfChild)
        .map(({ tools }) => tools.some(({ name }) => name === "task"));
    expect(new Set(offered(true))).toEqual(new Set([false]));
    expect(new Set(offered(false))).toEqual(new Set([true]));

    await using denied = await testHost({
      script: [{ text: "no" }],
      config: { permissions: { task: "deny" } },
    });
    await denied.run("go");
    expect(denied.models.requests[0]?.tools.map(({ name }) => name)).not.toContain("task");
  });

  it("works beside others, four at a time, and results keep the order of the calls", async () => {
    let running = 0;
    let most = 0;
    await using host = await testHost({
      script: scripted([{ toolCalls: ["a", "b", "c", "d", "e"].map(task) }, { text: "all done" }], {
        ...Object.fromEntries(
          ["a", "b", "c", "d", "e"].map((name) => [
            name,
            [{ toolCalls: [bash(name)] }, { text: `${name}!` }],
          ]),
        ),
      }),
      command: async () => {
        running += 1;
        most = Math.max(most, running);
        await until(() => most >= 4);
        // A fifth would have begun by then.
        await eventLoopTurns();
        running -= 1;
        return {};
      },
      service: { maxRunningTurns: 1 },
    });
    const { session_id } = await host.run("go");
    expect(most).toBe(4);
    const events = await host.events(session_id);
    const order = events.flatMap((event) =>
      event.type === "item.started" ? ["start"] : resultsIn([event]).map(() => "result"),
    );
    const four = (word: string) => Array.from({ length: 4 }, () => word);
    expect(order).toEqual([...four("start"), ...four("result"), "start", "result"]);
    expect(resultsIn(events).map(({ output }) => output)).toEqual(["a!", "b!", "c!", "d!", "e!"]);
  });

  it("whose report is long is cut as every output", async () => {
    await using host = await testHost({ script: one([{ text: "x".repeat(200_000) }]) });
    const { session_id } = await host.run("go");
    const [result] = resultsIn(await host.events(session_id));
    expect(result?.truncated).toBe(true);
    expect(result?.output.length).toBeLessThan(52_000);
  });

  it("that fails is an error result with its final message, and the turn continues", async () => {
    await using host = await testHost({
      script: (request) =>
        isOfSubagent(request)
          ? request.messages.length === 1
            ? { text: "So far so good.", toolCalls: [bash("x")] }
            : { text: "oops", toolCalls: [{ name: "none" }] }
          : request.messages.length === 1
            ? { toolCalls: [task("a")] }
            : { text: "all done" },
    });
    const { session_id, status } = await host.run("go");
    expect(status).toBe("completed");
    expect(resultsIn(await host.events(session_id))).toMatchObject([
      {
        is_error: true,
        output: expect.stringMatching(
          /^The subagent failed\. Stopped: the agent was stuck.*\n.*final message/,
        ) as string,
        subagent: { stop_reason: "stuck" },
      },
    ]);
  });

  it("uses what is counted once: in its session, its workspace, and the spans below its call", async () => {
    const { tracerProvider, spans } = memorySpans();
    await using host = await testHost({
      script: one([{ toolCalls: [bash("ls")] }, { text: "found it" }]),
      service: {
        telemetry: { tracerProvider },
        prices: { "scripted/model": { input: 1, output: 1, cache_read: 1, cache_write: 1 } },
      },
    });
    const { stats } = await host.run("go");
    expect(stats).toMatchObject({ steps: 2, tool_calls: 1, input_tokens: 20 });
    const total = (await sessionsOf(host)).map(({ usage }) => usage).reduce(addStats, noStats);
    const used = await host.service.usage.ofWorkspace(admin, host.workspaceId);
    expect(used).toMatchObject({ ...total, turns: 2, steps: 4, tool_calls: 2 });
    await until(() => spans.every(({ hasEnded }) => hasEnded));
    const call = spans.find(({ name }) => name === "execute_tool task");
    const turns = spans.filter(({ name }) => name.startsWith("invoke_agent"));
    expect(turns.map(({ parent }) => parent)).toEqual([undefined, call?.context]);
    expect(host.service.metrics.text()).toContain('workspace_agent_steps_total{model="scripted/model"} 4');
    expect(host.service.metrics.text()).toContain('tool_seconds_count{tool="task",outcome="ok"} 1');
  });

  it("takes no messages, and can be read, renamed and forked", async () => {
    await using host = await testHost({ script: one([{ text: "found it" }]) });
    await host.run("go");
    const [child] = await childrenOf(host);
    const id = child?.id ?? "";
    await expect(host.send("more", { session_id: id })).rejects.toMatchObject({ code: "invalid_request" });
    const { sessions } = host.service;
    await sessions.update(admin, host.workspaceId, id, { name: "kept" });
    const fork = await sessions.fork(admin, host.workspaceId, id, {});
    expect(fork.parent).toBeNull();
    expect(await host.run("go on", { session_id: fork.id })).toMatchObject({ status: "completed" });
  });
});

describe("the sessions of subagents", () => {
  it("are deleted with the one that they work for, and not with its fork", async () => {
    await using host = await testHost({ script: one([{ text: "found it" }]) });
    const { session_id } = await host.run("go");
    const { sessions } = host.service;
    const fork = await sessions.fork(admin, host.workspaceId, session_id, {});
    await sessions.delete(admin, host.workspaceId, fork.id);
    expect(await childrenOf(host)).toHaveLength(1);
    await sessions.delete(admin, host.workspaceId, session_id);
    expect(await sessionsOf(host)).toEqual([]);
  });
});
