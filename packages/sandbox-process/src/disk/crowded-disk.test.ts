import { describe, expect, it } from "vitest";
import { given, MIB } from "./disk-watch.test-support.ts";

describe("an area that several workspaces share", () => {
  it("when too full, ends the commands that are seen to write there, and bars only their workspaces", async () => {
    const { clock, use, workspace, command } = given({ isShared: true });
    const [filling, working] = [workspace("writing"), workspace()];
    const [one, two] = [await command(filling), await command(working)];
    use.bytes = 12 * MIB;
    await clock.advance(1_000);
    expect([one.isKilled(), two.isKilled()]).toEqual([true, false]);
    expect(await one.end()).toContain("/workspace takes 12 MiB of 10 MiB; the command was killed");
    await clock.advance(60_000);
    expect(two.isKilled()).toBe(false);
    expect((await command(working)).reason).toBeNull();
    const removing = await command(filling);
    expect(removing.reason).toBe("/workspace takes 12 MiB of 10 MiB");
    use.bytes = 5 * MIB;
    await removing.end();
    expect((await command(filling)).reason).toBeNull();
  });

  it("ends all commands after a second where none is seen to write", async () => {
    const { clock, use, workspace, command } = given({ isShared: true });
    const [one, two] = [await command(workspace()), await command(workspace())];
    use.bytes = 12 * MIB;
    await clock.advance(500);
    expect([one.isKilled(), two.isKilled()]).toEqual([false, false]);
    await clock.advance(1_250);
    expect([one.isKilled(), two.isKilled()]).toEqual([true, true]);
  });

  it("cannot be filled by a workspace that hides behind another one that is seen to write", async () => {
    const { clock, use, workspace, command } = given({ isShared: true });
    const [decoy, hidden] = [workspace("writing"), workspace()];
    const writer = await command(hidden);
    for (let step = 0; step < 20 && !writer.isKilled(); step++) {
      const seen = await command(decoy);
      use.bytes += 9 * MIB;
      await clock.advance(6_000);
      await seen.end();
    }
    expect([writer.isKilled(), use.bytes / MIB]).toEqual([true, 27]);
  });

  it("cannot be filled by two that are seen and one that is not", async () => {
    const { clock, use, workspace, command } = given({ isShared: true });
    const writer = await command(workspace());
    for (const decoy of [workspace("writing"), workspace("writing")]) {
      await command(decoy);
      expect(writer.isKilled()).toBe(false);
      use.bytes += 12 * MIB;
      await clock.advance(1_000);
    }
    expect(writer.isKilled()).toBe(true);
  });

  it("does not bar a workspace that only works there, and ends those that keep writing", async () => {
    const { clock, use, workspace, command } = given({ isShared: true });
    const [standing, hidden] = [workspace("standing"), workspace()];
    const [one, two] = [await command(standing), await command(hidden)];
    use.bytes = 12 * MIB;
    await clock.advance(1_750);
    expect([one.isKilled(), two.isKilled()]).toEqual([true, false]);
    await one.end();
    const next = await command(standing);
    expect(next.reason).toBeNull();
    use.bytes = 15 * MIB;
    await clock.advance(1_000);
    expect(two.isKilled()).toBe(true);
    expect((await command(standing)).reason).toBeNull();
  });

  it("ends commands that can write, but not those that can only remove files", async () => {
    const { clock, use, workspace, command } = given({ isShared: true });
    const [filled, other] = [workspace("writing"), workspace()];
    const [one, two] = [await command(filled), await command(other)];
    use.bytes = 12 * MIB;
    await clock.advance(1_000);
    await one.end();
    const removing = await command(filled);
    use.bytes = 20 * MIB;
    await clock.advance(6_000);
    expect(removing.reason).not.toBeNull();
    expect([removing.isKilled(), two.isKilled()]).toEqual([false, true]);
  });

  it("cannot be filled repeatedly by workspaces that are not seen to write", async () => {
    const { clock, use, workspace, command } = given({ isShared: true });
    const both = [workspace(), workspace("standing")];
    const reasons: unknown[] = [];
    for (let step = 0; step < 5; step++) {
      const commands = [await command(both[0]), await command(both[1])];
      reasons.push(commands[0]?.reason === null);
      use.bytes += 12 * MIB;
      await clock.advance(2_000);
      for (const one of commands) await one.end();
    }
    expect(reasons).toEqual([true, true, true, false, false]);
  });

  it("cannot be filled in small steps by many commands of a workspace", async () => {
    const { clock, use, workspace, command } = given({ isShared: true });
    const [filling, other] = [workspace("writing"), workspace()];
    const [one, two] = [await command(filling), await command(other)];
    use.bytes = 12 * MIB;
    await clock.advance(1_000);
    await one.end();
    expect(await two.end()).toBe("\n[disk full: /workspace takes 12 MiB of 10 MiB]\n");
    let killed = 0;
    for (let step = 0; step < 20 && killed === 0; step++) {
      const small = await command(other);
      expect(small.reason).toBeNull();
      use.bytes += MIB * 0.75;
      await clock.advance(6_000);
      if (small.isKilled()) killed++;
      await small.end();
    }
    expect([killed, use.bytes / MIB]).toEqual([1, 13.5]);
    expect((await command(other)).reason).toBe("/workspace takes 13.5 MiB of 10 MiB");
  });
});

describe("where the host's disk has no space left", () => {
  it("the commands that filled it are ended, and others are not", async () => {
    const { clock, use, others, total, command, counts } = given();
    const one = await command();
    others.bytes = total.bytes - 300 * MIB;
    await clock.advance(1_000);
    others.bytes = total.bytes - 200 * MIB;
    await clock.advance(1_000);
    expect(one.isKilled()).toBe(false);
    const { measured } = counts;
    use.bytes = 2 * MIB;
    await clock.advance(500);
    expect(counts.measured).toBeGreaterThan(measured);
    expect(one.isKilled()).toBe(true);
    expect(await one.stderr()).toContain("the disk of the host has no space left; the command was killed");
  });

  it("new commands cannot write, and may run to remove files", async () => {
    const { clock, others, total, command } = given();
    others.bytes = total.bytes - 200 * MIB;
    const removing = await command();
    expect(removing.reason).toBe("the disk of the host has no space left");
    others.bytes = total.bytes - MIB;
    await clock.advance(10_000);
    expect(removing.isKilled()).toBe(false);
    others.bytes = 0;
    expect(await removing.end()).toBe("");
    expect((await command()).reason).toBeNull();
  });

  it("commands that can only remove files are not ended for what others write during a measurement", async () => {
    const { clock, others, total, command } = given({ takes: 20_000 });
    others.bytes = total.bytes - 200 * MIB;
    const beginning = command();
    await clock.advance(2_000);
    const removing = await beginning;
    expect(removing.reason).toBe("the disk of the host has no space left");
    others.bytes += 50 * MIB;
    await clock.advance(1_000);
    expect(removing.isKilled()).toBe(false);
  });

  it("all commands that can write are ended at the critical level, whoever filled it", async () => {
    const { clock, others, total, command } = given();
    const one = await command();
    others.bytes = total.bytes - 100 * MIB;
    await clock.advance(250);
    expect(one.isKilled()).toBe(true);
    expect(await one.stderr()).toContain("the disk of the host has no space left; the command was killed");
  });
});
