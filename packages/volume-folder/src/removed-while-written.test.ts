import { mkdir, readdir, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fakeClock } from "@workspace-agent/core/testing";
import { describe, expect, it } from "vitest";
import { NO_FLUSHES } from "./directories/descend.ts";
import { procAccess } from "./directories/proc-access.ts";
import { Folders } from "./folders.ts";
import { givenFolder } from "./given.test-support.ts";
import { STALE_MS } from "./removing/sweep.ts";
import { accessBeside, type Others } from "./watched-access.test-support.ts";

async function given() {
  const others: Others = {};
  const folder = await givenFolder({}, accessBeside(others));
  const workspaces = join(folder.dir, "workspaces");
  await mkdir(join(folder.files, "sub"));
  await writeFile(join(folder.files, "f"), "f");
  /** Writes `times` times into the folder that is being removed. */
  const writeLate = (times: number) => {
    let count = 0;
    others.beforeFiles = async (path) => {
      if (count >= times || dirname(path) === join(workspaces, "ws_1")) return;
      count += 1;
      await mkdir(join(path, `late-${count}`), { recursive: true });
    };
    return () => count;
  };
  return { ...folder, workspaces, others, writeLate };
}

describe.runIf(process.platform === "linux")("a workspace that is removed while others work in it", () => {
  it("is gone even when another process removes one of its directories meanwhile", async () => {
    const { provider, others, workspaces } = await given();
    const removed: string[] = [];
    others.beforeList = async (path) => {
      const isTop = dirname(path) === workspaces || path === workspaces;
      if (isTop || path.endsWith("/files")) return;
      await rmdir(path);
      removed.push(path);
    };
    await provider.removeWorkspace("ws_1");
    expect(removed).toHaveLength(1);
    expect(await readdir(workspaces)).toEqual([]);
  });

  it("is gone, with what was written meanwhile, once the writers stop", async () => {
    const { provider, workspaces, writeLate } = await given();
    const written = writeLate(40);
    await provider.removeWorkspace("ws_1");
    expect(written()).toBe(40);
    expect(await readdir(workspaces)).toEqual([]);
  });

  it("disappears even where they never stop, and the sweep removes the rest", async () => {
    const { provider, dir, workspaces, writeLate } = await given();
    writeLate(Infinity);
    await provider.removeWorkspace("ws_1");
    expect(await readdir(workspaces)).toHaveLength(1);
    expect(await readdir(workspaces)).not.toContain("ws_1");
    const clock = fakeClock(Date.now());
    await clock.advance(2 * STALE_MS);
    const later = await Folders.prepare(dir, procAccess, null, NO_FLUSHES);
    await later.sweep(clock.now(), new AbortController().signal);
    expect(await readdir(workspaces)).toEqual([]);
  });
});
