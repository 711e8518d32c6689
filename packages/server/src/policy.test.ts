import { availableParallelism, totalmem } from "node:os";
import { describe, expect, it } from "vitest";
import { thisMachine } from "./machine.ts";
import { policyOf } from "./policy.ts";
import { readSettings } from "./settings.ts";

const machine = { memoryMb: 8192, cpus: 4, diskMb: 100_000 };

describe("what a workspace may ask of the standalone server", () => {
  it("follows from the size of the machine", () => {
    expect(policyOf(readSettings({}), machine)).toMatchObject({
      memory_mb: 4096,
      cpus: 4,
      disk_mb: 25_000,
      network: ["none", "allow"],
    });
    expect(policyOf(readSettings({}), { memoryMb: 100, cpus: 1, diskMb: 3 })).toMatchObject({
      memory_mb: 64,
      disk_mb: 1,
    });
  });

  it("has no bound of its disk but the schema's where the file system does not tell its size", () => {
    const { disk_mb } = policyOf(readSettings({}), { ...machine, diskMb: Infinity });
    expect(disk_mb).toBe(10_485_760);
  });

  it("is what the settings say", () => {
    const env = { MAX_MEMORY_MB: "512", MAX_CPUS: "0.5", MAX_DISK_MB: "20000", MAX_TURN_SECONDS: "600" };
    expect(policyOf(readSettings(env), machine)).toMatchObject({
      memory_mb: 512,
      cpus: 0.5,
      disk_mb: 20_000,
      max_turn_seconds: 600,
    });
    for (const name of Object.keys(env))
      for (const value of ["0", "-1", "1e9", "many", "1000000000"])
        expect(() => readSettings({ [name]: value })).toThrow(`${name}: must be`);
  });

  it("sessions stay for as many days as SESSION_TTL says", () => {
    const daysOf = (SESSION_TTL: string) => readSettings({ SESSION_TTL }).SESSION_TTL;
    expect([daysOf(""), daysOf("1d"), daysOf("36500d")]).toEqual([undefined, 1, 36_500]);
    for (const value of ["90", "0d", "-1d", "1.5d", "2w", "36501d", "d"])
      expect(() => daysOf(value)).toThrow("SESSION_TTL: must be");
  });

  it("is never more than the machine has", async () => {
    const here = await thisMachine(import.meta.dirname);
    expect(here.memoryMb).toBeGreaterThan(0);
    expect(here.memoryMb * 1_048_576).toBeLessThanOrEqual(totalmem());
    expect(here.cpus).toBe(availableParallelism());
    expect(here.diskMb).toBeGreaterThan(0);
  });
});
