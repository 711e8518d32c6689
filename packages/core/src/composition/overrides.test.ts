import { expect, it } from "vitest";
import type { LimitsApi } from "../limits/limits-api.ts";
import type { InjectionToken } from "../di.ts";
import { memoryVolumes } from "../memory/index.ts";
import { CLOCK, SANDBOXES, STORE, VOLUMES } from "../ports/injection.ts";
import { fakeClock, scriptedSandboxes, testStore } from "../testing/index.ts";
import { admin, testHost, testService } from "../test-host.test-support.ts";
import type { Override } from "./agent-service-options.ts";
import { SERVICES } from "./service-tokens.ts";

it("an override may call the service that it replaces", async () => {
  const asked: string[] = [];
  const counting: Override<LimitsApi> = [
    SERVICES.limits,
    {
      useFactory: (_resolve, replaced) => ({
        take: async (principal, name) => {
          asked.push(name);
          return await replaced().take(principal, name);
        },
      }),
    },
  ];
  await using host = await testHost({
    script: [],
    service: { overrides: [counting as Override], rateLimits: { turns: { limit: 1, windowSeconds: 60 } } },
  });
  const { limits } = host.service;
  const answers = [await limits.take(admin, "turns"), await limits.take(admin, "turns")];
  expect(answers.map((answer) => answer?.allowed)).toEqual([true, false]);
  expect(asked).toEqual(["turns", "turns"]);
});

it("an override of a port receives the one that the options gave", async () => {
  const clock = fakeClock(1_000);
  const seen: unknown[] = [];
  await using host = await testHost({
    script: [],
    service: {
      clock,
      overrides: [[CLOCK, { useFactory: (_resolve, replaced) => (seen.push(replaced()), clock) }]],
    },
  });
  expect(host.service.instance.version).not.toBe("");
  expect(seen).toHaveLength(1);
});

/** A port that notes when it is started and closed. */
function noting<Port extends object>(port: Port, name: string, calls: string[]): Port {
  return new Proxy(port, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof member !== "function") return member;
      return (...args: unknown[]): unknown => {
        if (key === "start" || key === "close") calls.push(`${name}.${key}`);
        return Reflect.apply(member, target, args);
      };
    },
  });
}

it("an override of a port that wraps it is started and closed, and the port once", async () => {
  const calls: string[] = [];
  const wrapping = (token: InjectionToken<object>, name: string): Override => [
    token,
    { useFactory: (_resolve, replaced) => noting(replaced() as object, name, calls) },
  ];
  const service = testService({
    store: noting(testStore(), "store", calls),
    sandbox: noting(scriptedSandboxes(), "sandbox", calls),
    volumes: noting(memoryVolumes(), "volumes", calls),
    overrides: [
      wrapping(STORE, "own store"),
      wrapping(SANDBOXES, "own sandbox"),
      wrapping(VOLUMES, "own volumes"),
    ],
  });
  await service.start();
  expect(calls).toEqual(["own store.start", "store.start", "own sandbox.start", "sandbox.start"]);
  calls.length = 0;
  await service.stop();
  expect(calls).toEqual([
    ...["own sandbox.close", "sandbox.close", "own volumes.close", "volumes.close"],
    ...["own store.close", "store.close"],
  ]);
});

it("a port that an override replaces is neither started nor closed", async () => {
  const calls: string[] = [];
  const service = testService({
    sandbox: noting(scriptedSandboxes(), "sandbox", calls),
    overrides: [[SANDBOXES, { useValue: noting(scriptedSandboxes(), "own sandbox", calls) }]],
  });
  await service.start();
  await service.stop();
  expect(calls).toEqual(["own sandbox.start", "own sandbox.close"]);
});
