import { appendFile, chmod, link, mkdir, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fakeClock } from "@workspace-agent/core/testing";
import { describe, expect, it } from "vitest";
import { bytes, codeOf, givenFolder } from "../given.test-support.ts";
import { Allowance } from "./allowance.ts";
import { scratchArea } from "./scratch-area.ts";
import { NOTHING, UNLIMITED } from "./use.ts";
import { UsageMeter } from "./usage-meter.ts";

const BLOCK = 4_096;
const LIMIT = { bytes: 1_000, inodes: Infinity };
const bytesOnly = (count: number) => ({ bytes: count, inodes: 0 });

/** A meter of a figure that the test sets. Each measurement takes `takes` ms of the clock. */
function givenMeter(takes = 100) {
  const clock = fakeClock();
  const disk = { bytes: 0 };
  const measurements = { count: 0 };
  const failures: unknown[] = [];
  const measure = async () => {
    measurements.count++;
    const measured = bytesOnly(disk.bytes);
    await clock.advance(takes);
    return measured;
  };
  const meter = new UsageMeter(measure, clock, (error) => failures.push(error));
  return { clock, disk, measurements, failures, meter };
}

describe("the use of a volume", () => {
  it("is measured once and then added up", async () => {
    const { meter, disk, measurements } = givenMeter();
    disk.bytes = 500;
    await meter.reserve(bytesOnly(100), LIMIT);
    meter.release(bytesOnly(100));
    meter.add(bytesOnly(100));
    await meter.reserve(bytesOnly(300), LIMIT);
    meter.release(bytesOnly(300));
    meter.add(bytesOnly(-50));
    expect(await meter.total()).toEqual(bytesOnly(550));
    expect(measurements.count).toBe(1);
  });

  it("is measured once for concurrent calls", async () => {
    const { meter, measurements } = givenMeter();
    await Promise.all(Array.from({ length: 10 }, () => meter.reserve(bytesOnly(1), LIMIT)));
    expect(measurements.count).toBe(1);
  });

  it("is measured again before a refusal where the figure is old", async () => {
    const { meter, disk, clock, measurements } = givenMeter();
    disk.bytes = 900;
    expect(await codeOf(meter.reserve(bytesOnly(200), LIMIT))).toBe("quota_exceeded");
    disk.bytes = 100;
    expect(await codeOf(meter.reserve(bytesOnly(200), LIMIT))).toBe("quota_exceeded");
    expect(measurements.count).toBe(1);
    await clock.advance(501);
    expect(await codeOf(meter.reserve(bytesOnly(200), LIMIT))).toBe("ok");
    expect(measurements.count).toBe(2);
  });

  it("is measured for each result where that is fast", async () => {
    const { meter, disk, measurements } = givenMeter(25);
    disk.bytes = 100;
    expect(await meter.total()).toEqual(bytesOnly(100));
    disk.bytes = 900;
    expect(await meter.total()).toEqual(bytesOnly(900));
    expect(await codeOf(meter.reserve(bytesOnly(200), LIMIT))).toBe("quota_exceeded");
    disk.bytes = 100;
    expect(await codeOf(meter.reserve(bytesOnly(200), LIMIT))).toBe("ok");
    expect(measurements.count).toBe(4);
  });

  it("is measured again before a refusal where files of unknown size were removed", async () => {
    const { meter, disk } = givenMeter();
    disk.bytes = 900;
    await meter.total();
    disk.bytes = 100;
    meter.markStale();
    expect(await codeOf(meter.reserve(bytesOnly(200), LIMIT))).toBe("ok");
  });

  it("is measured again in the background, for at most 5 % of the time", async () => {
    const { meter, disk, clock, measurements } = givenMeter(1_000);
    await meter.reserve(bytesOnly(1), LIMIT);
    disk.bytes = 999;
    await clock.advance(20_000);
    expect(await codeOf(meter.reserve(bytesOnly(1), LIMIT))).toBe("ok");
    expect(measurements.count).toBe(1);
    await clock.advance(1);
    expect(await codeOf(meter.reserve(bytesOnly(1), LIMIT))).toBe("ok");
    expect(measurements.count).toBe(2);
    await clock.advance(1_000);
    expect(await codeOf(meter.reserve(bytesOnly(1), LIMIT))).toBe("quota_exceeded");
  });

  it("includes changes during the measurement", async () => {
    const { meter, disk, clock } = givenMeter();
    disk.bytes = 500;
    const total = meter.total();
    meter.add(bytesOnly(300));
    disk.bytes = 800;
    await clock.advance(200);
    expect(await total).toEqual(bytesOnly(800));
  });

  it("includes reservations", async () => {
    const { meter } = givenMeter();
    await meter.reserve(bytesOnly(600), LIMIT);
    expect(await codeOf(meter.reserve(bytesOnly(500), LIMIT))).toBe("quota_exceeded");
    meter.release(bytesOnly(600));
    expect(await codeOf(meter.reserve(bytesOnly(500), LIMIT))).toBe("ok");
  });

  it("counts what was written once, before the write has ended", async () => {
    const { meter, measurements } = givenMeter();
    const [first, second] = [0, 1].map(() => new Allowance(meter, LIMIT, NOTHING));
    await first?.take(600);
    first?.spend(NOTHING);
    await second?.take(400);
    expect(meter.held).toEqual(bytesOnly(400));
    first?.release();
    second?.release();
    expect(meter.held).toEqual(NOTHING);
    expect(measurements.count).toBe(1);
  });

  it("keeps the last figure where a background measurement fails, and reports the error", async () => {
    const { meter, clock, disk, failures } = givenMeter();
    await meter.total();
    await clock.advance(10_000);
    Object.defineProperty(disk, "bytes", {
      get() {
        throw new Error("the disk is gone");
      },
    });
    expect(await codeOf(meter.reserve(bytesOnly(10), LIMIT))).toBe("ok");
    await clock.advance(0);
    expect(failures).toHaveLength(1);
  });
});

describe("files that a program in a sandbox made", () => {
  it("count until it removes them", async () => {
    const { volume, files } = await givenFolder({ maxBytes: 10 * BLOCK });
    await writeFile(join(files, "made"), "x".repeat(9 * BLOCK));
    expect(await codeOf(volume.write("f", bytes("x".repeat(2 * BLOCK))))).toBe("quota_exceeded");
    await rm(join(files, "made"));
    await expect.poll(() => codeOf(volume.write("f", bytes("x".repeat(2 * BLOCK))))).toBe("ok");
    await appendFile(join(files, "f"), "y".repeat(5 * BLOCK));
    await expect.poll(async () => (await volume.usage()).bytes).toBe(7 * BLOCK);
  });

  it("count by their blocks where they have holes", async () => {
    const { volume, files } = await givenFolder({ maxBytes: 1_000_000 });
    await writeFile(join(files, "holes"), "");
    await truncate(join(files, "holes"), 10_000_000_000);
    expect((await volume.usage()).bytes).toBeLessThan(100_000);
    expect(await codeOf(volume.write("f", bytes("x")))).toBe("ok");
  });

  it("count by blocks and by inodes, even small and empty ones", async () => {
    const { volume, files } = await givenFolder({ maxBytes: 20 * BLOCK, maxInodes: 30 });
    for (let index = 0; index < 10; index++) await writeFile(join(files, `small${index}`), "x");
    expect(await volume.usage({ upTo: UNLIMITED })).toEqual({ bytes: 10 * BLOCK, inodes: 10 });
    expect(await codeOf(volume.write("f", bytes("x".repeat(11 * BLOCK))))).toBe("quota_exceeded");
    for (let index = 0; index < 10; index++) await writeFile(join(files, `empty${index}`), "");
    for (let index = 0; index < 10; index++) await symlink("nowhere", join(files, `link${index}`));
    expect(await volume.usage({ upTo: UNLIMITED })).toEqual({ bytes: 10 * BLOCK, inodes: 30 });
    expect(await codeOf(volume.write("f", bytes("")))).toBe("quota_exceeded");
    expect(await codeOf(volume.makeDirectory("d"))).toBe("quota_exceeded");
  });

  it("count once with several names", async () => {
    const { volume, files } = await givenFolder();
    await writeFile(join(files, "a"), "x");
    for (const name of ["b", "c"]) await link(join(files, "a"), join(files, name));
    expect(await volume.usage()).toEqual({ bytes: BLOCK, inodes: 1 });
  });

  it("count in unreadable directories, whose modes stay", async () => {
    const { volume, files } = await givenFolder();
    await mkdir(join(files, "d/e"), { recursive: true });
    await writeFile(join(files, "d/e/f"), "x".repeat(9 * BLOCK));
    for (const name of ["d/e", "d"]) await chmod(join(files, name), 0);
    expect(await volume.usage()).toMatchObject({ inodes: 3 });
    expect((await volume.usage()).bytes).toBeGreaterThanOrEqual(9 * BLOCK);
    for (const name of ["d", "d/e"]) {
      expect((await stat(join(files, name))).mode & 0o777).toBe(0);
      await chmod(join(files, name), 0o700);
    }
  });

  it.each([0o300, 0o400, 0o000])("count where the volume's own folder is unreadable (%o)", async (mode) => {
    const { volume, files } = await givenFolder();
    await writeFile(join(files, "f"), "x".repeat(9 * BLOCK));
    await chmod(files, mode);
    expect(await volume.usage({ upTo: UNLIMITED })).toEqual({ bytes: 9 * BLOCK, inodes: 1 });
    expect((await stat(files)).mode & 0o777).toBe(mode);
    await chmod(files, 0o700);
  });
});

it.each([0o300, 0o400, 0o000])("files count where the folder of /tmp is unreadable (%o)", async (mode) => {
  const { files } = await givenFolder();
  const tmp = join(files, "tmp");
  await mkdir(tmp);
  await writeFile(join(tmp, "f"), "x".repeat(9 * BLOCK));
  await chmod(tmp, mode);
  const area = scratchArea("/tmp and the home folder", files, [tmp, join(files, "not-there")], 1);
  expect(await area.usage(UNLIMITED)).toEqual({ bytes: 9 * BLOCK, inodes: 1 });
  expect((await stat(tmp)).mode & 0o777).toBe(mode);
  await chmod(tmp, 0o700);
});
