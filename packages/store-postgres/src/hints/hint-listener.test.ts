import { silentLogger } from "@workspace-agent/core";
import { fakeClock } from "@workspace-agent/core/testing";
import { expect, it } from "vitest";
import { HintListener, type ListeningConnection } from "./hint-listener.ts";

/** `connection` is what each attempt to listen gets. */
function given(connection: ListeningConnection) {
  const clock = fakeClock();
  const warnings: object[] = [];
  const attempts = { count: 0 };
  const listener = new HintListener({
    instance: "inst_1",
    async listen() {
      attempts.count += 1;
      return connection;
    },
    probe: () => Promise.resolve(),
    hear: () => {},
    clock,
    logger: { ...silentLogger, warn: (fields) => void warnings.push(fields) },
    random: () => 0,
  });
  return { listener, clock, warnings, attempts };
}

it("a connection that breaks while it is probed is soon made again, and no pooler is blamed for it", async () => {
  const { listener, clock, warnings, attempts } = given({
    broken: Promise.resolve(),
    ping: () => Promise.resolve(),
    close: () => {},
  });
  await listener.start();
  expect(attempts.count).toBe(1);
  await clock.advance(1_000);
  expect(attempts.count).toBe(4);
  expect(warnings).toMatchObject([{ error: { detail: "The connection broke." } }]);
  await listener.stop();
});

it("a listener that was stopped before it starts does not hold the start up", async () => {
  const { listener, attempts } = given({
    broken: new Promise(() => {}),
    ping: () => Promise.resolve(),
    close: () => {},
  });
  await listener.stop();
  let hasStarted = false;
  void listener.start().then(() => (hasStarted = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect([hasStarted, attempts.count]).toEqual([true, 0]);
});
