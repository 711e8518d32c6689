import { expect, it } from "vitest";
import type { LimitsApi } from "../limits/limits-api.ts";
import { CLOCK } from "../ports/injection.ts";
import { fakeClock } from "../testing/index.ts";
import { admin, testHost } from "../test-host.test-support.ts";
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
