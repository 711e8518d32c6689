import type { ResolvedRequest, SessionEvent, Turn } from "@workspace-agent/core";
import { describe, expect, it } from "vitest";
import { killedWhileWaiting } from "./requests.test-support.ts";

describe("a turn of the standalone server that waits while the server is killed", () => {
  it("runs what was allowed after the restart, once", async () => {
    const { caller, path, request, turn, made } = await killedWhileWaiting();
    const answered = await caller.send<ResolvedRequest>("POST", `${path}/requests/${request.id}`, {
      decision: "allow",
    });
    expect(answered).toMatchObject({ id: request.id, outcome: "allow" });
    expect(await caller.get<Turn>(`${turn}?wait=30`)).toMatchObject({
      status: "completed",
      stop_reason: "end_turn",
      stats: { steps: 2, tool_calls: 1 },
    });
    expect(await (await made()).text()).toBe("hello\n");
    const response = await caller.fetch(`${path}/events?limit=500`, {
      headers: { accept: "application/json" },
    });
    const events = (await response.json()) as SessionEvent[];
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    const types = events.map(({ type }) => type);
    expect(types.slice(types.indexOf("request.opened"), types.indexOf("item.started") + 1)).toEqual([
      "request.opened",
      "request.resolved",
      "item.started",
    ]);
  });
});
