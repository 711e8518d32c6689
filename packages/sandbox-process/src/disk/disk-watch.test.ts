import { describe, expect, it } from "vitest";
import { given, MIB } from "./disk-watch.test-support.ts";

describe("commands that exceed their quota", () => {
  it.each([
    ["bytes", { bytes: 11 * MIB }, "/workspace takes 11 MiB of 10 MiB"],
    ["inodes", { inodes: 1_001 }, "/workspace has 1001 files, folders and links of at most 1000"],
  ])("are ended while they run, for %s", async (_name, written, said) => {
    const { clock, use, command } = given();
    const [one, two] = [await command(), await command()];
    await clock.advance(1_000);
    expect(one.isKilled()).toBe(false);
    Object.assign(use, written);
    await clock.advance(250);
    expect([one.isKilled(), two.isKilled()]).toEqual([true, true]);
    expect(await one.stderr()).toBe(`\n[disk full: ${said}; the command was killed]\n`);
  });

  it("and end before a check report it, and the next one cannot write", async () => {
    const { use, command } = given();
    const first = await command();
    use.bytes = 12 * MIB;
    expect(await first.end()).toBe("\n[disk full: /workspace takes 12 MiB of 10 MiB]\n");
    const second = await command();
    expect(second.reason).toBe("/workspace takes 12 MiB of 10 MiB");
    use.bytes = 3 * MIB;
    expect(await second.end()).toBe("");
    expect((await command()).reason).toBeNull();
  });

  it("and start in a full area may remove files, but not write them again", async () => {
    const { clock, use, command } = given();
    use.bytes = 50 * MIB;
    const one = await command();
    use.bytes = 51 * MIB;
    await clock.advance(10_000);
    expect(one.isKilled()).toBe(false);
    use.bytes = 20 * MIB;
    await clock.advance(10_000);
    use.bytes = 22 * MIB;
    await clock.advance(10_000);
    expect(one.isKilled()).toBe(true);
    const another = await command();
    use.bytes = 24 * MIB;
    await clock.advance(10_000);
    expect(another.isKilled()).toBe(true);
  });
});

describe("the first commands in an area that is slow to measure", () => {
  async function begin() {
    const all = given({ takes: 20_000, isLate: true });
    const starting = all.command();
    await all.clock.advance(2_000);
    return { ...all, one: await starting };
  }

  it("start after two seconds, and may write up to the quota until the measurement ends", async () => {
    const { clock, use, others, one, command } = await begin();
    expect(one.reason).toBeNull();
    // Removals by others hide it until the area is measured.
    use.bytes = 50 * MIB;
    others.bytes = -50 * MIB;
    await clock.advance(17_750);
    expect(one.isKilled()).toBe(false);
    await clock.advance(250);
    expect(one.isKilled()).toBe(true);
    expect(await one.stderr()).toContain("/workspace takes 50 MiB of 10 MiB; the command was killed");
    // A full area may have space again, so the start waits longer for the measurement.
    const next = command();
    await clock.advance(10_000);
    expect((await next).reason).toBe("/workspace takes 50 MiB of 10 MiB");
  });

  it("are ended where the file system fills by more than the quota meanwhile", async () => {
    const { clock, use, one } = await begin();
    use.bytes = 10 * MIB;
    await clock.advance(1_000);
    expect(one.isKilled()).toBe(false);
    use.bytes = 10 * MIB + 1;
    await clock.advance(250);
    expect(one.isKilled()).toBe(true);
    expect(await one.stderr()).toContain(
      "more was written than /workspace may hold while it was being measured; the command was killed",
    );
  });

  it("are not ended for what others write once the area is measured", async () => {
    const { clock, others, one } = await begin();
    await clock.advance(18_500);
    others.bytes = 500 * MIB;
    await clock.advance(300_000);
    expect(one.isKilled()).toBe(false);
  });
});

describe("an area", () => {
  it("is measured when its file system has filled by its free space, and rarely otherwise", async () => {
    const { clock, use, counts, command } = given();
    await command();
    await clock.advance(4_000);
    expect(counts.measured).toBe(1);
    use.bytes = 9 * MIB;
    await clock.advance(500);
    expect(counts.measured).toBe(1);
    use.bytes = 10 * MIB + 1;
    await clock.advance(250);
    expect(counts.measured).toBe(2);
  });

  it("is measured for at most 10 % of the time, however much others write, and no command is ended", async () => {
    const { clock, others, counts, command } = given({ takes: 1_000 });
    const one = command();
    await clock.advance(2_000);
    const before = counts.measured;
    for (let second = 0; second < 50; second++) {
      others.bytes += 100 * MIB;
      await clock.advance(1_000);
    }
    expect(counts.measured - before).toBeLessThanOrEqual(6);
    expect(counts.measured - before).toBeGreaterThanOrEqual(4);
    expect((await one).isKilled()).toBe(false);
  });

  it("that is full is measured for at most 10 % of the time, however many commands start and end", async () => {
    const { clock, use, counts, command } = given({ takes: 400 });
    use.bytes = 30 * MIB;
    const run = async () => {
      const process = await command();
      await process.end();
    };
    for (let round = 0; round < 20; round++) {
      const running = run();
      await clock.advance(5_000);
      await running;
    }
    expect(counts.measured).toBeGreaterThan(10);
    // 10 % for measurements, and 10 % for checks whether it still is full.
    expect(counts.measured * 400).toBeLessThanOrEqual(2 * ((20 * 5_000) / 10 + 1_000));
  });

  it("that is full is checked once at a time, and once for all commands that start or end meanwhile", async () => {
    const { clock, use, counts, workspace, command } = given({ takes: 400 });
    use.bytes = 30 * MIB;
    const [first] = await Promise.all([command(), clock.advance(1_000)]);
    await clock.advance(10_000);
    const before = counts.measured;
    const starting = Array.from({ length: 10 }, () => command(workspace()));
    await Promise.all([...starting, first.end(), clock.advance(1_000)]);
    expect(counts.measured - before).toBeLessThanOrEqual(2);
  });

  it("that is full has space again as soon as enough was removed, however slow measuring is", async () => {
    const { clock, use, command } = given({ takes: 1_500 });
    use.bytes = 30 * MIB;
    for (const [bytes, isFull] of [
      [30 * MIB, true],
      [30 * MIB, true],
      [5 * MIB, false],
    ] as const) {
      const running = command();
      await clock.advance(2_000);
      const process = await running;
      expect(process.reason).toBe("/workspace takes 30 MiB of 10 MiB");
      use.bytes = bytes;
      const ending = process.end();
      await clock.advance(3_000);
      expect((await ending) === "", `after ${bytes}`).toBe(true);
      if (!isFull) expect((await Promise.all([command(), clock.advance(2_000)]))[0].reason).toBeNull();
    }
  });

  it("is checked after a command that can only remove files, even where the writes of others hide its removals", async () => {
    const { clock, use, others, command } = given({ takes: 1_000 });
    use.bytes = 30 * MIB;
    const begun = async () => (await Promise.all([command(), clock.advance(2_000)]))[0];
    for (const bytes of [30 * MIB, 0]) {
      const restricted = await begun();
      expect(restricted.reason).toBe("/workspace takes 30 MiB of 10 MiB");
      use.bytes = bytes;
      others.bytes = 30 * MIB - bytes;
      await Promise.all([restricted.end(), clock.advance(3_000)]);
    }
    expect((await begun()).reason).toBeNull();
  });

  it("is measured once where the commands of many workspaces may write to it", async () => {
    const { clock, use, counts, workspace, command } = given();
    const commands = await Promise.all(Array.from({ length: 10 }, () => command(workspace())));
    await clock.advance(1_000);
    expect(counts.measured).toBe(1);
    use.bytes = 11 * MIB;
    await clock.advance(250);
    expect(counts.measured).toBe(2);
    await clock.advance(2_000);
    expect(commands.map(({ isKilled }) => isKilled())).toEqual(Array(10).fill(true));
  });

  it("is measured for at most 5 % of the time without a sign of change", async () => {
    const { clock, counts, command } = given({ takes: 1_000 });
    void command();
    await clock.advance(2_000);
    const before = counts.measured;
    await clock.advance(100_000);
    expect(counts.measured - before).toBeLessThanOrEqual(5);
  });

  it("whose growth is hidden by removals in another area is detected eventually", async () => {
    const { clock, use, others, command } = given();
    const one = await command();
    use.bytes = 50 * MIB;
    others.bytes = -50 * MIB;
    await clock.advance(5_500);
    expect(one.isKilled()).toBe(true);
  });

  it("without a quota is not checked", async () => {
    const { clock, use, counts, command } = given({ quota: { bytes: Infinity, inodes: Infinity } });
    const one = await command();
    use.bytes = 1_000 * MIB;
    await clock.advance(10_000);
    expect([counts.measured, one.isKilled()]).toEqual([0, false]);
  });

  it("is not checked while nothing runs", async () => {
    const { clock, counts, command } = given();
    await (await command()).end();
    const { measured } = counts;
    await clock.advance(100_000);
    expect([counts.measured, clock.sleeping]).toEqual([measured, 0]);
  });
});
