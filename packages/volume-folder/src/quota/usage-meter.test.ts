import { appendFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fakeClock } from "@workspace-agent/core/testing";
import { describe, expect, it } from "vitest";
import { bytes, codeOf, givenFolder } from "../given.test-support.ts";
import { UsageMeter } from "./usage-meter.ts";

/** A meter over a figure that the test sets, whose measurement takes `takes` milliseconds of the clock. */
function givenMeter(takes = 100) {
  const clock = fakeClock();
  const disk = { bytes: 0 };
  const measurements = { count: 0 };
  const failures: unknown[] = [];
  const measure = async () => {
    measurements.count++;
    const measured = disk.bytes;
    await clock.advance(takes);
    return measured;
  };
  const meter = new UsageMeter(measure, clock, (error) => failures.push(error));
  return { clock, disk, measurements, failures, meter };
}

describe("the use of a volume", () => {
  it("is measured once, and then added up", async () => {
    const { meter, disk, measurements } = givenMeter();
    disk.bytes = 500;
    await meter.reserve(100, 1_000);
    meter.release(100);
    meter.add(100);
    await meter.reserve(300, 1_000);
    meter.release(300);
    meter.add(-50);
    expect(await meter.total()).toBe(550);
    expect(measurements.count).toBe(1);
  });

  it("is measured by one when many begin at once", async () => {
    const { meter, measurements } = givenMeter();
    await Promise.all(Array.from({ length: 10 }, () => meter.reserve(1, 1_000)));
    expect(measurements.count).toBe(1);
  });

  it("is measured again before a refusal, when the figure is old", async () => {
    const { meter, disk, clock, measurements } = givenMeter();
    disk.bytes = 900;
    expect(await codeOf(meter.reserve(200, 1_000))).toBe("quota_exceeded");
    disk.bytes = 100;
    expect(await codeOf(meter.reserve(200, 1_000))).toBe("quota_exceeded");
    expect(measurements.count).toBe(1);
    await clock.advance(501);
    expect(await codeOf(meter.reserve(200, 1_000))).toBe("ok");
    expect(measurements.count).toBe(2);
  });

  it("is measured for each answer where that is quickly done", async () => {
    const { meter, disk, measurements } = givenMeter(25);
    disk.bytes = 100;
    expect(await meter.total()).toBe(100);
    disk.bytes = 900;
    expect(await meter.total()).toBe(900);
    expect(await codeOf(meter.reserve(200, 1_000))).toBe("quota_exceeded");
    disk.bytes = 100;
    expect(await codeOf(meter.reserve(200, 1_000))).toBe("ok");
    expect(measurements.count).toBe(4);
  });

  it("is measured again before a refusal, when something of unknown size went", async () => {
    const { meter, disk } = givenMeter();
    disk.bytes = 900;
    await meter.total();
    disk.bytes = 100;
    meter.markStale();
    expect(await codeOf(meter.reserve(200, 1_000))).toBe("ok");
  });

  it("is measured again in the background, at most a twentieth of the time", async () => {
    const { meter, disk, clock, measurements } = givenMeter(1_000);
    await meter.reserve(1, 1_000);
    disk.bytes = 999;
    await clock.advance(20_000);
    expect(await codeOf(meter.reserve(1, 1_000))).toBe("ok");
    expect(measurements.count).toBe(1);
    await clock.advance(1);
    expect(await codeOf(meter.reserve(1, 1_000))).toBe("ok");
    expect(measurements.count).toBe(2);
    await clock.advance(1_000);
    expect(await codeOf(meter.reserve(1, 1_000))).toBe("quota_exceeded");
  });

  it("counts what comes while it is measured", async () => {
    const { meter, disk, clock } = givenMeter();
    disk.bytes = 500;
    const total = meter.total();
    meter.add(300);
    disk.bytes = 800;
    await clock.advance(200);
    expect(await total).toBe(800);
  });

  it("holds back what is under way", async () => {
    const { meter } = givenMeter();
    await meter.reserve(600, 1_000);
    expect(await codeOf(meter.reserve(500, 1_000))).toBe("quota_exceeded");
    meter.release(600);
    expect(await codeOf(meter.reserve(500, 1_000))).toBe("ok");
  });

  it("that cannot be measured in the background is told, and the last figure holds", async () => {
    const { meter, clock, disk, failures } = givenMeter();
    await meter.total();
    await clock.advance(10_000);
    Object.defineProperty(disk, "bytes", {
      get() {
        throw new Error("the disk is gone");
      },
    });
    expect(await codeOf(meter.reserve(10, 1_000))).toBe("ok");
    await clock.advance(0);
    expect(failures).toHaveLength(1);
  });
});

describe("files that a program in a sandbox made", () => {
  it("count, and have room again when it removed them", async () => {
    const { volume, files } = await givenFolder({ maxBytes: 1_000 });
    await writeFile(join(files, "made"), "x".repeat(950));
    expect(await codeOf(volume.write("f", bytes("x".repeat(100))))).toBe("quota_exceeded");
    await rm(join(files, "made"));
    await expect.poll(() => codeOf(volume.write("f", bytes("x".repeat(100))))).toBe("ok");
    await appendFile(join(files, "f"), "y".repeat(500));
    await expect.poll(() => volume.usedBytes()).toBe(600);
  });

  it("count by what they take where they have holes", async () => {
    const { volume, files } = await givenFolder({ maxBytes: 1_000_000 });
    await writeFile(join(files, "holes"), "");
    await truncate(join(files, "holes"), 10_000_000_000);
    expect(await volume.usedBytes()).toBeLessThan(100_000);
    expect(await codeOf(volume.write("f", bytes("x")))).toBe("ok");
  });
});
