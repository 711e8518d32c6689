import { describe, expect, it } from "vitest";
import { untilStopped } from "../agent/subagents/subagents.test-support.ts";
import { memoryCluster, memoryVolumes } from "../memory/index.ts";
import {
  admin,
  bash,
  ended,
  gate,
  resultsShown,
  startedService,
  stopWithClock,
  testHost,
  until,
} from "../test-host.test-support.ts";
import { fakeClock, scriptedModels, type ScriptedCommand } from "../testing/index.ts";

/** An instance that stops while the first of two commands runs, and a peer that could claim its session. */
async function stoppingHost(command: ScriptedCommand) {
  const clock = fakeClock();
  const cluster = memoryCluster({ clock });
  const options = { clock, volumes: memoryVolumes(), leaseMs: 3_000 };
  const host = await testHost({
    script: [{ toolCalls: [bash("make"), bash("test")] }],
    command,
    service: { ...options, store: cluster.open() },
  });
  const { session_id, turn_id } = await host.send("go");
  await until(() => host.sandbox.commands.length === 1);
  const models = scriptedModels([{ text: "done" }]);
  const peer = await startedService({ ...options, store: cluster.open(), models });
  const stopped = host.service.stop({ graceMs: 20_000 });
  const { workspaceId } = host;
  return {
    clock,
    models,
    stopped,
    interrupt: () => peer.sessions.interrupt(admin, workspaceId, session_id),
    ended: () => ended({ service: peer, workspaceId }, session_id, turn_id),
    [Symbol.asyncDispose]: () => stopWithClock(peer, clock),
  };
}

describe("the grace period of a service that stops", () => {
  it("may be longer than a lease: no peer claims a session whose step goes on", async () => {
    const { opened, open } = gate();
    await using host = await stoppingHost(async () => {
      await opened;
      return { stdout: "made" };
    });
    await host.clock.advance(10_000);
    expect(host.models.requests).toHaveLength(0);
    open();
    await host.stopped;
    expect(await host.ended()).toMatchObject({ status: "completed" });
    expect(resultsShown(host)).toMatchObject([{ output: "made" }, { output: "made" }]);
  });

  it("ends a turn that a peer interrupts", async () => {
    await using host = await stoppingHost(untilStopped);
    expect(await host.interrupt()).toEqual({ interrupted: true });
    await host.stopped;
    expect(await host.ended()).toMatchObject({ stop_reason: "interrupted" });
  });
});
