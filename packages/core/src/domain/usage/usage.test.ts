import { describe, expect, it } from "vitest";
import { addStats } from "../sessions/project-turn.ts";
import { noStats, type TurnStats } from "../sessions/turn.ts";
import { admin, testHost, until } from "../../test-host.test-support.ts";
import type { Usage } from "./usage.ts";

const prices = { "scripted/model": { input: 0.1, output: 0.7, cache_read: 0.01, cache_write: 0.3 } };
const totalOf = (all: readonly TurnStats[]) => all.reduce(addStats, noStats);

function statsOf({ turns: _, by_model: __, by_day: ___, ...stats }: Usage): TurnStats {
  return stats;
}

async function turnsOf(host: Awaited<ReturnType<typeof testHost>>) {
  const { sessions } = host.service;
  const { items } = await sessions.list(admin, host.workspaceId, { limit: 500 });
  const turns = await Promise.all(
    items.map(({ id }) => sessions.turns(admin, host.workspaceId, id, { limit: 500 })),
  );
  return { sessions: items, turns: turns.flatMap((page) => page.items) };
}

describe("a workspace's usage", () => {
  it("is the sum of its turns and of its sessions, also when many run at once", async () => {
    await using host = await testHost({
      script: (_, index) =>
        index % 3 === 0
          ? { toolCalls: [{ name: "bash", arguments: { command: "x" } }], usage: { input_tokens: index } }
          : { text: "done", usage: { input_tokens: 7 * index, cache_read_tokens: index, output_tokens: 3 } },
      service: { prices },
    });
    await Promise.all(Array.from({ length: 40 }, (_, index) => host.run(`task ${index}`)));
    const { sessions, turns } = await turnsOf(host);
    const usage = await host.service.usage.ofWorkspace(admin, host.workspaceId);
    expect(usage.turns).toBe(40);
    expect(usage.steps).toBeGreaterThan(40);
    expect(usage.cost_usd).toBeGreaterThan(0);
    expect(statsOf(usage)).toEqual(totalOf(turns.map(({ stats }) => stats)));
    expect(statsOf(usage)).toEqual(totalOf(sessions.map((session) => session.usage)));
    expect(usage.by_model).toEqual([{ model: "scripted/model", turns: 40, ...statsOf(usage) }]);
    expect(totalOf(usage.by_day)).toEqual(statsOf(usage));
  });

  it("counts the steps of a turn that still runs", async () => {
    await using host = await testHost({
      script: [
        { toolCalls: [{ name: "bash", arguments: { command: "x" } }], usage: { input_tokens: 5 } },
        { stall: true },
      ],
      service: { prices },
    });
    const { session_id } = await host.send("go");
    await until(() => host.models.requests.length === 2);
    // The model may be asked before the result that it is asked with is committed.
    await until(async () => (await host.events(session_id)).at(-1)?.type === "item.completed");
    const usage = await host.service.usage.ofWorkspace(admin, host.workspaceId);
    expect(usage).toMatchObject({ turns: 0, steps: 1, tool_calls: 1, input_tokens: 5 });
    expect(statsOf(usage)).toEqual((await host.session(session_id)).usage);
  });

  it("keeps what deleted sessions used, and begins a fork at nothing", async () => {
    await using host = await testHost({ script: () => ({ text: "done" }), service: { prices } });
    const { session_id } = await host.run("go");
    const before = await host.service.usage.ofWorkspace(admin, host.workspaceId);
    expect(before.turns).toBe(1);
    const fork = await host.service.sessions.fork(admin, host.workspaceId, session_id, {});
    expect(fork.usage).toEqual(noStats);
    await host.service.sessions.delete(admin, host.workspaceId, session_id);
    await host.service.sessions.delete(admin, host.workspaceId, fork.id);
    expect(await host.service.usage.ofWorkspace(admin, host.workspaceId)).toEqual(before);
  });

  it("counts a turn that never started, with no model", async () => {
    await using host = await testHost({ script: [{ stall: true }], service: { maxRunningTurns: 1 } });
    await host.send("one");
    await until(() => host.models.requests.length === 1);
    const { session_id } = await host.send("two");
    await host.service.sessions.interrupt(admin, host.workspaceId, session_id);
    const usage = await host.service.usage.ofWorkspace(admin, host.workspaceId);
    expect(usage.by_model).toEqual([{ model: "", turns: 1, ...noStats }]);
  });

  it("is nothing for a new workspace, and of nobody else's", async () => {
    await using host = await testHost({ script: [] });
    const { usage } = host.service;
    expect(await usage.ofWorkspace(admin, host.workspaceId)).toEqual({
      turns: 0,
      ...noStats,
      by_model: [],
      by_day: [],
    });
    const stranger = { ...admin, tenant: "other" };
    await expect(usage.ofWorkspace(stranger, host.workspaceId)).rejects.toMatchObject({ code: "not_found" });
    const bound = { ...admin, workspace_ids: ["ws_other"] };
    await expect(usage.ofWorkspace(bound, host.workspaceId)).rejects.toMatchObject({ code: "not_found" });
  });
});
