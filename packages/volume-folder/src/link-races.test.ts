import { createHash } from "node:crypto";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { describe, expect, it, onTestFinished } from "vitest";
import { DomainError } from "@workspace-agent/core";
import type { Volume } from "@workspace-agent/core/ports";
import { memoryObjects } from "@workspace-agent/core/memory";
import { bytes, givenFolder, type GivenFolder } from "./given.test-support.ts";

/** Swaps a directory or a file for a link and back, as fast as a thread can. */
const SWAPPER = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { path, honest, link } = workerData;
  const { renameSync } = require("node:fs");
  const state = new Int32Array(workerData.state);
  parentPort.postMessage("running");
  while (Atomics.load(state, 0) === 0) {
    try { renameSync(path, honest); } catch {}
    try { renameSync(link, path); } catch {}
    Atomics.add(state, 1, 1);
    try { renameSync(path, link); } catch {}
    try { renameSync(honest, path); } catch {}
  }
`;

const DURATION_MS = 300;
const LEAST_SWAPS = 50;

/** Repeats `work` for a while, and until there were enough swaps and `isEnough`. */
async function whileSwapped(
  path: string,
  link: string,
  work: () => Promise<void>,
  isEnough: () => boolean = () => true,
): Promise<void> {
  const state = new Int32Array(new SharedArrayBuffer(8));
  const workerData = { path, honest: `${path}-honest`, link, state: state.buffer };
  const worker = new Worker(SWAPPER, { eval: true, workerData });
  onTestFinished(async () => {
    await worker.terminate();
  });
  await new Promise((resolve) => worker.once("message", resolve));
  const exited = new Promise((resolve) => worker.once("exit", resolve));
  const until = performance.now() + DURATION_MS;
  const swaps = () => Atomics.load(state, 1);
  while (performance.now() < until || swaps() <= LEAST_SWAPS || !isEnough()) await work();
  Atomics.store(state, 0, 1);
  await exited;
}

/** Runs an operation whose path may be gone or a link. Returns null for a refusal. */
async function attempt<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await operation;
  } catch (error) {
    const codes = ["invalid_path", "not_found", "already_exists", "internal", "snapshot_incomplete"];
    if (DomainError.isInstance(error) && codes.includes(error.code)) return null;
    throw error;
  }
}

async function contentOf(volume: Volume, path: string): Promise<string | null> {
  const read = await attempt(volume.read(path));
  return read === null ? null : new Response(read.body).text();
}

describe("a directory that is swapped for a link", () => {
  async function withSwap(work: (given: GivenFolder) => Promise<void>, isEnough?: () => boolean) {
    const given = await givenFolder();
    const { files, outside } = given;
    await mkdir(join(files, "dir", "folder"), { recursive: true });
    await writeFile(join(files, "dir", "secret"), "inside");
    await writeFile(join(files, "dir", "folder", "secret"), "inside");
    await symlink(outside, join(files, "link"));
    await whileSwapped(join(files, "dir"), join(files, "link"), () => work(given), isEnough);
    await given.expectOutsideUntouched();
  }

  it("never shows the target of the link", async () => {
    let reads = 0;
    await withSwap(
      async ({ volume }) => {
        for (const path of ["dir/secret", "dir/folder/secret"]) {
          const content = await contentOf(volume, path);
          expect(content ?? "inside").toBe("inside");
          reads += content === null ? 0 : 1;
        }
      },
      () => reads > 0,
    );
  });

  it("is never listed with the entries of the link's target", async () => {
    let listings = 0;
    await withSwap(
      async ({ volume }) => {
        for (const path of ["", "dir"]) {
          const listed = await attempt(volume.list(path, { recursive: true }));
          listings += listed === null ? 0 : 1;
          expect(listed?.entries.filter(({ name }) => name === "only-outside") ?? []).toEqual([]);
        }
      },
      () => listings > 0,
    );
  });

  it("never causes writes in the target of the link", async () => {
    let round = 0;
    await withSwap(async ({ volume }) => {
      const name = `new-${++round}`;
      await attempt(volume.write("dir/secret", bytes("overwritten")));
      await attempt(volume.write(`dir/${name}`, bytes("new")));
      await attempt(volume.write(`dir/${name}-only`, bytes("new"), { ifMatch: null }));
      await attempt(volume.write(`dir/folder/${name}`, bytes("new")));
      await attempt(volume.makeDirectory(`dir/${name}-dir/below`));
      await volume.write("own", bytes("own"));
      await attempt(volume.move("own", `dir/moved-${name}`, { overwrite: true }));
    });
  });

  it("never causes a merge into the target of the link", async () => {
    let round = 0;
    let commits = 0;
    await withSwap(
      async ({ volume }) => {
        const staging = await volume.stage();
        await staging.write("dir/secret", bytes("overwritten"));
        await staging.write(`dir/folder/new-${++round}`, bytes("new"));
        commits += (await attempt(staging.commit("").then(() => 1))) ?? 0;
        await staging.discard();
        const below = await volume.stage();
        await below.write("secret", bytes("overwritten"));
        await attempt(below.commit("dir/folder"));
        await below.discard();
      },
      () => commits > 0,
    );
  });

  it("never causes removals in the target of the link", async () => {
    await withSwap(async ({ volume }) => {
      await attempt(volume.write("dir/folder/again", bytes("x")));
      await attempt(volume.remove("dir/folder"));
      await attempt(volume.remove("dir/secret"));
      await attempt(volume.move("dir/folder", "stolen", { overwrite: true }));
      await attempt(volume.remove("dir"));
      await attempt(volume.makeDirectory("dir/folder"));
      expect(await contentOf(volume, "stolen/secret")).not.toBe("secret");
    });
  });
});

describe("snapshots of a directory that is swapped for a link", () => {
  it("have nothing of the target of the link, and no restore changes it", async () => {
    const given = await givenFolder();
    const { volume, files, outside } = given;
    const { snapshots } = volume;
    if (snapshots === undefined) throw new Error("The volume has snapshots.");
    const objects = memoryObjects();
    await mkdir(join(files, "dir", "folder"), { recursive: true });
    await writeFile(join(files, "dir", "secret"), "inside");
    await writeFile(join(files, "dir", "folder", "secret"), "inside");
    const { root } = await snapshots.take(objects);
    await symlink(outside, join(files, "link"));
    const [taken, restored] = [{ count: 0 }, { count: 0 }];
    const counted = async (work: Promise<unknown>, counter: { count: number }) => {
      const done = await attempt(work.then(() => true));
      if (done === true) counter.count++;
    };
    await whileSwapped(
      join(files, "dir"),
      join(files, "link"),
      async () => {
        await counted(snapshots.take(objects), taken);
        await attempt(volume.write("dir/folder/secret", bytes("changed")));
        await attempt(volume.write("dir/more", bytes("more")));
        await counted(snapshots.restore(objects, root), restored);
      },
      () => taken.count > 0 && restored.count > 0,
    );
    await given.expectOutsideUntouched();
    const secret = createHash("sha256").update("secret").digest("hex");
    for (let more = true, after = ""; more;) {
      const page = await objects.list("", { after });
      for (const { key } of page.objects)
        expect(await new Response((await objects.get(key))?.body).text()).not.toContain(secret);
      more = page.more;
      after = page.objects.at(-1)?.key ?? after;
    }
  });
});

describe("a file that is swapped for a link", () => {
  it("is read, written and moved, and the target of the link never is", async () => {
    const given = await givenFolder();
    const { volume, files, outside } = given;
    await writeFile(join(files, "file"), "inside");
    await symlink(join(outside, "secret"), join(files, "link"));
    await whileSwapped(join(files, "file"), join(files, "link"), async () => {
      expect(await contentOf(volume, "file")).not.toBe("secret");
      await attempt(volume.write("file", bytes("inside")));
      await attempt(volume.move("file", "other", { overwrite: true }));
      expect(await contentOf(volume, "other")).not.toBe("secret");
      await attempt(volume.move("other", "file", { overwrite: true }));
    });
    await given.expectOutsideUntouched();
  });
});
