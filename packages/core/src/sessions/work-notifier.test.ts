import { describe, expect, it } from "vitest";
import { memoryCluster } from "../memory/index.ts";
import type { InstanceRegistry } from "../instance/instance-registry.ts";
import type { ChangeHint } from "../ports/cluster-store.ts";
import { aSession, aWorkspace, fakeClock } from "../testing/index.ts";
import { WorkNotifier } from "./work-notifier.ts";

const workspace = aWorkspace();

function given({ neighbours = 1, random = 0, bound = new Set<string>(), isOwn = true } = {}) {
  const told: ChangeHint[] = [];
  const stopping = new AbortController();
  const base = memoryCluster().open();
  const publish = (hints: readonly ChangeHint[]) => void told.push(...hints);
  const store = { ...base, cluster: { ...base.cluster, publish } };
  const instances = { neighbours, isOwn: () => isOwn } satisfies Pick<
    InstanceRegistry,
    "neighbours" | "isOwn"
  >;
  const calls = new WorkNotifier({
    store,
    instances,
    clock: fakeClock(),
    random: () => random,
    signal: stopping.signal,
    isBoundHere: (id) => bound.has(id),
  });
  return { calls, told, stopping };
}

async function comes(calls: WorkNotifier, workspaceId?: string): Promise<boolean> {
  let isThere = false;
  await calls.answer(() => (isThere = true), workspaceId);
  return isThere;
}

describe("a hint of work", () => {
  it("makes a few of many instances claim, and always the one that the workspace is bound to", async () => {
    const unlucky = { neighbours: 100, random: 0.5, bound: new Set(["ws_1"]) };
    const { calls, stopping } = given(unlucky);
    expect(await comes(calls)).toBe(false);
    expect(await comes(calls, "ws_2")).toBe(false);
    expect(await comes(calls, "ws_1")).toBe(true);
    expect(await comes(given({ neighbours: 2, random: 0.99 }).calls, "ws_2")).toBe(true);
    stopping.abort();
    expect(await comes(calls, "ws_1")).toBe(false);
  });

  it("is sent for offered sessions that were not claimed, once per workspace", () => {
    const { calls, told } = given();
    const sessions = Array.from({ length: 3 }, () => aSession(workspace));
    const mine = aSession(aWorkspace());
    for (const session of [...sessions, mine]) expect(calls.offer(session)).toBe(true);
    calls.beforeClaim()(false, (id) => id === mine.id);
    expect(told).toEqual([{ type: "work", workspace_id: workspace.id }]);
    calls.beforeClaim()(false, () => false);
    expect(told).toHaveLength(1);
  });

  it("is sent at once for files of other instances, and when the instance stops", () => {
    const peer = given({ isOwn: false });
    expect(peer.calls.offer(aSession(workspace))).toBe(false);
    const stopped = given();
    stopped.stopping.abort();
    expect(stopped.calls.offer(aSession(workspace))).toBe(false);
    for (const { told } of [peer, stopped])
      expect(told).toEqual([{ type: "work", workspace_id: workspace.id }]);
  });

  it("is sent by a full instance that left a workspace, which nobody else could claim", () => {
    const bound = new Set<string>();
    const { calls, told } = given({ bound });
    calls.left("ws_1");
    calls.beforeClaim()(false, () => true);
    expect(told).toEqual([]);
    bound.add("ws_1");
    calls.left("ws_1");
    calls.beforeClaim()(true, () => true);
    expect(told).toEqual([]);
    bound.clear();
    calls.left("ws_1");
    calls.beforeClaim()(true, () => true);
    expect(told).toEqual([{ type: "work" }]);
  });
});
