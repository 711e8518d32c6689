import type { Session } from "@workspace-agent/core";
import { describe, expect, it } from "vitest";
import { hand, stepLines, steps, stepsIn } from "./main.test-support.ts";
import { eventsOf, onPostgres } from "./postgres.test-support.ts";
import { Caller, stopServer } from "./running-server.test-support.ts";

describe("the server on Postgres", () => {
  it("goes on with a turn after kill -9, and does no step twice", async () => {
    const { start } = await onPostgres();
    const first = await start();
    const caller = await Caller.signIn(first);
    const { workspace, session } = await hand(caller, steps(40));
    await expect.poll(async () => (await caller.get<Session>(session)).message_count).toBeGreaterThan(4);
    await stopServer(first, "SIGKILL");
    const second = await start();
    const again = caller.at(second.base);
    // The lease of the dead instance has to run out first.
    await expect
      .poll(async () => (await again.get<Session>(`${session}?wait=30`)).status, { timeout: 80_000 })
      .toBe("idle");
    const lines = (await stepsIn(again, workspace)).trimEnd().split("\n");
    expect(new Set(lines).size).toBe(lines.length);
    const events = await eventsOf(again, session);
    expect(events.map((event) => ("seq" in event ? event.seq : 0))).toEqual(
      events.map((_, index) => index + 1),
    );
    expect(events.filter(({ type }) => type === "turn.ended")).toHaveLength(1);
    const unknown = JSON.stringify(events).includes("outcome");
    expect(lines.length === 40 || unknown).toBe(true);
  });

  it("is one service with a second server on the same database and folder", async () => {
    const { start } = await onPostgres();
    const [one, two] = [await start(), await start()];
    const caller = await Caller.signIn(one);
    const other = caller.at(two.base);
    const { workspace, session } = await hand(caller, steps(5));
    const events = await eventsOf(other, session);
    expect(events[0]?.type).toBe("session.started");
    await expect.poll(async () => (await other.get<Session>(session)).status).toBe("idle");
    expect(await stepsIn(other, workspace)).toBe(stepLines(5));
    expect([await stopServer(one), await stopServer(two)]).toEqual([0, 0]);
  });
});
