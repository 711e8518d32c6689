import { silentLogger } from "@workspace-agent/core";
import { fakeClock } from "@workspace-agent/core/testing";
import { expect, it } from "vitest";
import { HintListener, type ListeningConnection } from "./hint-listener.ts";

/** `connection` is what each attempt to listen gets; `isReceived`: whether notifications arrive on it. */
function given(connection: ListeningConnection, { isReceived = false } = {}) {
  const clock = fakeClock();
  const warnings: object[] = [];
  const attempts = { count: 0 };
  const listener = new HintListener({
    instance: "inst_1",
    async listen(onPayload) {
      attempts.count += 1;
      if (isReceived) onPayload(JSON.stringify({ from: "inst_1", hints: [] }));
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

it("a connection that stays for long does not collect reactions to its end", async () => {
  let [pings, reactions] = [0, 0];
  const { promise: broken, resolve } = Promise.withResolvers<undefined>();
  const then = broken.then.bind(broken);
  broken.then = (...asked) => {
    reactions += 1;
    return then(...asked);
  };
  const ping = async () => void (pings += 1);
  const { listener, clock, attempts } = given({ broken, ping, close: () => {} }, { isReceived: true });
  await listener.start();
  await clock.advance(100_000);
  const before = reactions;
  await clock.advance(1_000_000);
  expect([pings, reactions]).toEqual([110, before]);
  resolve(undefined);
  await clock.advance(100);
  expect(attempts.count).toBe(2);
  await listener.stop();
});

it("a connection that breaks during a ping is made again without a wait for the answer", async () => {
  const { promise: broken, resolve } = Promise.withResolvers<undefined>();
  const ping = () => new Promise<never>(() => {});
  const { listener, clock, warnings } = given({ broken, ping, close: () => {} }, { isReceived: true });
  await listener.start();
  await clock.advance(10_000);
  resolve(undefined);
  await clock.advance(100);
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
