import { createHook } from "node:async_hooks";
import { mkdtemp, readdir, realpath, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { describeObjectStoreContract, fakeClock } from "@workspace-agent/core/testing";
import { bytes, codeOf, openFiles } from "../given.test-support.ts";
import { strictDisk } from "../power-cut.test-support.ts";
import { Flushes } from "../directories/flushes.ts";
import { folderObjects, type FolderObjectsOptions } from "./folder-objects.ts";
import { ObjectFolder } from "./object-folder.ts";

const aFolder = async () => realpath(await mkdtemp(join(tmpdir(), "folder-objects-")));

describeObjectStoreContract("folder", async () => {
  const dir = await aFolder();
  return {
    store: folderObjects({ dir, durable: false }),
    another: () => folderObjects({ dir, durable: false }),
    remove: () => rm(dir, { recursive: true }),
  };
});

async function given(options: Omit<FolderObjectsOptions, "dir"> = {}) {
  const top = await aFolder();
  onTestFinished(() => rm(top, { recursive: true, force: true }));
  const dir = join(top, "objects");
  const files = async () =>
    (await readdir(dir, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(dir.length + 1));
  return { top, dir, files, store: folderObjects({ dir, ...options }) };
}

/** How many calls of the file system work makes. */
async function callsOf(work: () => Promise<unknown>): Promise<number> {
  let calls = 0;
  const hook = createHook({ init: (_, type) => void (calls += type === "FSREQPROMISE" ? 1 : 0) });
  hook.enable();
  await work();
  hook.disable();
  return calls;
}

describe("objects in a folder", () => {
  it("are in shards by the beginning of their names, and their folders go with the last one", async () => {
    const { dir, files, store } = await given();
    await store.put("packs/0f3a", bytes("pack"));
    await store.put("packs/0f", bytes("beginning"));
    await store.put("packs/0f3a/part", bytes("below"));
    expect((await files()).sort()).toEqual(["packs/0f3a/=pa/part", "packs/=0f/0f", "packs/=0f/0f3a"]);
    await store.delete(["packs/0f3a", "packs/0f", "packs/0f3a/part"]);
    expect(await readdir(dir)).toEqual([".writing"]);
  });

  it("are listed in the order of their keys, whatever the keys", async () => {
    const { store } = await given({ durable: false });
    const segment = fc.string({
      unit: fc.constantFrom("a", "b", "0", "z", "_", "-", "."),
      minLength: 1,
      maxLength: 4,
    });
    const key = fc
      .array(
        segment.filter((text) => !text.startsWith(".")),
        { minLength: 1, maxLength: 3 },
      )
      .map((segments) => segments.join("/"));
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(key, { minLength: 1, maxLength: 12 }),
        key,
        fc.integer({ min: 1, max: 4 }),
        async (keys, after, limit) => {
          for (const each of keys) await store.put(each, bytes(each));
          const sorted = keys.toSorted((one, other) => (one < other ? -1 : 1));
          const prefix = after.slice(0, 2).replace(/\/$/, "");
          const wanted = sorted.filter((each) => each.startsWith(prefix) && each > after);
          const page = await store.list(prefix, { after, limit });
          expect(page.objects.map((each) => each.key)).toEqual(wanted.slice(0, limit));
          expect(page.more).toBe(wanted.length > limit);
          await store.delete(keys);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("are listed without a look at the folders above, which may have very many", async () => {
    const { store } = await given({ durable: false });
    for (const key of ["top/a", "w/ws_1/a"]) await store.put(key, bytes("x"));
    const calls = await callsOf(() => store.list("top/"));
    expect(calls).toBeGreaterThan(0);
    expect(await callsOf(() => store.list("w/ws_1/"))).toBe(calls);
  });

  it("survive a power cut once put has resolved, and are whole or absent before", async () => {
    const { top, store } = await given();
    const disk = await strictDisk(top);
    const kept = (cut: Record<string, string | null>) =>
      Object.entries(cut).filter(([path, text]) => text !== null && !path.includes(".writing"));
    const held = new TransformStream<Uint8Array, Uint8Array>();
    const writer = held.writable.getWriter();
    const putting = store.put("packs/ab/cab", held.readable);
    await writer.write(bytes("first "));
    expect(kept(disk.afterPowerCut())).toEqual([]);
    await writer.write(bytes("second"));
    await writer.close();
    await putting;
    expect(kept(disk.afterPowerCut())).toEqual([["objects/packs/ab/=ca/cab", "first second"]]);
    await store.put("packs/ab/cab", bytes("new"));
    expect(kept(disk.afterPowerCut())).toEqual([["objects/packs/ab/=ca/cab", "new"]]);
    await store.delete(["packs/ab/cab"]);
    expect(kept(disk.afterPowerCut())).toEqual([]);
  });

  it("whose names another process has not flushed are flushed before put says that they are there", async () => {
    const { top, dir, store } = await given();
    await store.put("packs/first", bytes("x"));
    const disk = await strictDisk(top);
    const kept = () => Object.keys(disk.afterPowerCut());
    await folderObjects({ dir, durable: false }).put("packs/cab", bytes("x"));
    expect(kept()).not.toContain("objects/packs/=ca/cab");
    expect(await store.put("packs/cab", bytes("x"), { ifAbsent: true })).toMatchObject({ stored: false });
    expect(kept()).toContain("objects/packs/=ca/cab");
  });

  it("are stored also where one is removed, with its folder, before its name is flushed", async () => {
    const { dir } = await given();
    const put = async (ifAbsent: boolean) => {
      let isFirst = true;
      const flushes = new (class extends Flushes {
        override async folder(path: string): Promise<void> {
          if (isFirst && path === join(dir, "packs", "=ca")) {
            isFirst = false;
            await folderObjects({ dir }).delete(["packs/cab"]);
          }
          return super.folder(path);
        }
      })(true);
      const folder = new ObjectFolder(dir, flushes);
      await folder.write("packs/cab", ifAbsent, (handle) => handle.writeFile("x"));
      return isFirst;
    };
    expect([await put(true), await put(false)]).toEqual([false, false]);
  });

  it("that a crash left half-way are not listed, and removed an hour later", async () => {
    const clock = fakeClock();
    const { dir, files, store } = await given({ clock });
    await store.put("a", bytes("x"));
    const leftover = join(dir, ".writing", ".wa-tmp-0123456789abcdef");
    await writeFile(leftover, "half");
    await utimes(leftover, clock.now() / 1_000, clock.now() / 1_000);
    expect((await store.list("")).objects.map(({ key }) => key)).toEqual(["a"]);
    await folderObjects({ dir, clock }).put("b", bytes("x"));
    expect(await files()).toContain(".writing/.wa-tmp-0123456789abcdef");
    await clock.advance(3_600_000);
    await store.put("c", bytes("x"));
    expect((await files()).sort()).toEqual(["=a/a", "=b/b", "=c/c"]);
  });

  it("leave no file when a body fails or is ended, and none is left open", async () => {
    const { top, files, store } = await given();
    await store.put("a", bytes("x"));
    const before = openFiles({ top }).length;
    const abort = new AbortController();
    const putting = store.put("b", new ReadableStream(), { signal: abort.signal });
    abort.abort(new Error("enough"));
    await expect(putting).rejects.toThrow("enough");
    const failing = new ReadableStream<Uint8Array>({
      pull: () => Promise.reject(new Error("the body fails")),
    });
    await expect(store.put("b", failing)).rejects.toThrow("the body fails");
    expect(await files()).toEqual(["=a/a"]);
    await (await store.get("a"))?.body.cancel();
    expect(openFiles({ top })).toHaveLength(before);
  });

  it("that became shorter are corrupt, and links are not followed", async () => {
    const { top, dir, store } = await given();
    await store.put("long", new Uint8Array(2_000_000));
    const found = await store.get("long");
    await truncate(join(dir, "=lo", "long"), 1_000);
    expect(await codeOf(new Response(found?.body).bytes())).toBe("object_corrupt");
    await writeFile(join(top, "secret"), "secret");
    await symlink(join(top, "secret"), join(dir, "=lo", "lone"));
    expect(await codeOf(store.get("lone"))).toBe("storage_refused");
  });
});
