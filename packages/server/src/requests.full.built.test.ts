import type { AcceptedTurn, Session, Turn } from "@workspace-agent/core";
import { describe, expect, it } from "vitest";
import { killedWhileWaiting } from "./requests.test-support.ts";

describe("a turn of the standalone server that waits while the server is killed", () => {
  it("can be denied or interrupted after the restart, and the next turn works", async () => {
    const { caller, path, request, turn, made } = await killedWhileWaiting();
    await caller.send("POST", `${path}/interrupt`, {});
    expect(await caller.get<Turn>(turn)).toMatchObject({ status: "interrupted" });
    const late = await caller.fetch(`${path}/requests/${request.id}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ decision: "allow" }),
    });
    expect(late.status).toBe(409);
    expect((await made()).status).toBe(404);
    const next = await caller.send<AcceptedTurn>("POST", `${path.split("/sessions/")[0]}/chat`, {
      mode: "async",
      session_id: path.split("/").at(-1),
      message: "```sh\necho again\n```",
    });
    const waiting = await caller.get<Session>(`${path}?wait=30`);
    await caller.send("POST", `${path}/requests/${waiting.pending_requests[0]?.id}`, {
      decision: "deny",
      note: "Not now.",
    });
    expect(await caller.get<Turn>(`${path}/turns/${next.turn_id}?wait=30`)).toMatchObject({
      status: "completed",
      stats: { tool_calls: 0 },
    });
  });
});
