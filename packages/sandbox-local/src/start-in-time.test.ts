import { neverStarted, type SandboxProcess } from "@workspace-agent/core/ports";
import { describe, expect, it } from "vitest";
import { startInTime } from "./start-in-time.ts";

describe("a command that does not start", () => {
  it("fails after its time limit, and is signalled to stop", async () => {
    const asked: AbortSignal[] = [];
    const never = (signal: AbortSignal) => {
      asked.push(signal);
      return new Promise<never>(() => {});
    };
    await expect(startInTime(never, undefined, 1)).rejects.toMatchObject({ code: "sandbox_unavailable" });
    expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it("counts as killed when it is aborted meanwhile, and is killed if it starts nevertheless", async () => {
    const stop = new AbortController();
    const late = Promise.withResolvers<SandboxProcess>();
    const starting = startInTime(() => late.promise, stop.signal);
    stop.abort();
    expect(await (await starting).wait()).toEqual({ exitCode: 137 });
    await new Promise<void>((resolve) => {
      late.resolve({ ...neverStarted(), kill: async () => resolve() });
    });
  });
});
