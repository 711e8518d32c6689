import { describe, expect, it } from "vitest";
import type { AgentServiceOptions } from "../composition/agent-service-options.ts";
import type { Principal } from "../domain/principals/principal.ts";
import { admin, testService } from "../test-host.test-support.ts";
import { fakeClock } from "../testing/index.ts";

const service = (options: Pick<AgentServiceOptions, "rateLimits"> = {}) =>
  testService({ clock: fakeClock(), ...options });

describe("the limits of principals", () => {
  it("are wide by default", async () => {
    const { limits } = service();
    expect(await limits.take(admin, "writes")).toEqual({
      name: "writes",
      limit: 60_000,
      windowSeconds: 60,
      allowed: true,
      remaining: 59_999,
      resetSeconds: 60,
    });
    expect(await limits.take(admin, "turns")).toMatchObject({ limit: 6_000, remaining: 5_999 });
  });

  it("are set or switched off by the host, each by itself", async () => {
    const { limits } = service({ rateLimits: { writes: null, turns: { limit: 1, windowSeconds: 10 } } });
    expect(await limits.take(admin, "writes")).toBeNull();
    expect((await limits.take(admin, "turns"))?.allowed).toBe(true);
    expect(await limits.take(admin, "turns")).toMatchObject({ allowed: false, resetSeconds: 10 });
    const other: Principal = { ...admin, id: "tok_1", kind: "token" };
    expect((await limits.take(other, "turns"))?.allowed).toBe(true);
  });

  it.each([
    { limit: 0, windowSeconds: 60 },
    { limit: 1.5, windowSeconds: 60 },
    { limit: 10, windowSeconds: -1 },
    { limit: Number.NaN, windowSeconds: 60 },
  ])("refuse %o at the start", (writes) => {
    expect(() => service({ rateLimits: { writes } })).toThrow(TypeError);
  });
});
