import { DomainError, silentLogger } from "@workspace-agent/core";
import { memoryObjects } from "@workspace-agent/core/memory";
import type { ObjectStore, Volume } from "@workspace-agent/core/ports";
import { describe, expect, it } from "vitest";
import { memoryHeads, type Heads } from "./heads.ts";
import { objectVolumes } from "./object-volumes.ts";

const unavailable = () => new DomainError("overloaded", "The storage is not available.");

type Fault = "delete" | "replace" | "race";

/**
 * Storages whose next call of one method fails once `fail` has named it. A head is replaced before its call fails. `race`: another process
 * is first, and then the heads fail.
 */
async function failingVolume() {
  let failing: Fault | "get" | null = null;
  const warnings: string[] = [];
  const logger = { ...silentLogger, warn: (_: object, message: string) => void warnings.push(message) };
  const failIf = (method: string) => {
    if (failing !== method) return;
    failing = null;
    throw unavailable();
  };
  const [memory, heads] = [memoryObjects(), memoryHeads()];
  const objects: ObjectStore = {
    put: (...args) => memory.put(...args),
    get: (...args) => memory.get(...args),
    head: (...args) => memory.head(...args),
    list: (...args) => memory.list(...args),
    async delete(...args) {
      failIf("delete");
      await memory.delete(...args);
    },
  };
  const failingHeads: Heads = {
    ...heads,
    async get(name) {
      failIf("get");
      return heads.get(name);
    },
    async replace(...args) {
      if (failing === "race") {
        failing = "get";
        return false;
      }
      const isReplaced = await heads.replace(...args);
      failIf("replace");
      return isReplaced;
    },
  };
  const volumes = objectVolumes(objects, failingHeads, "test-bucket", logger);
  const volume = await volumes.workspace("w");
  const contents = async () => {
    const { objects: all } = await memory.list("");
    return all.map(({ key }) => key).filter((key) => key.includes("/content/"));
  };
  return { volumes, volume, memory, contents, warnings, fail: (fault: Fault) => void (failing = fault) };
}

const write = (volume: Volume, text: string) => volume.write("f", new TextEncoder().encode(text));
const read = async (volume: Volume) => new Response((await volume.read("f")).body).text();

describe("a volume of objects", () => {
  it("has the new content where the old one cannot be deleted, and reports that", async () => {
    const { volume, warnings, fail } = await failingVolume();
    await write(volume, "old");
    fail("delete");
    expect(await write(volume, "new")).toMatchObject({ created: false });
    expect(await read(volume)).toBe("new");
    expect(warnings).toEqual(["unused objects could not be removed"]);
  });

  it("drops the content of a write that loses a race and then fails", async () => {
    const { volume, contents, fail } = await failingVolume();
    fail("race");
    await expect(write(volume, "new")).rejects.toThrow("not available");
    expect(await contents()).toEqual([]);
  });

  it("names the reason why a sealed volume is not filled where its draft cannot be removed", async () => {
    const { volumes, warnings, fail } = await failingVolume();
    const sealed = volumes.sealed?.("t", "k", async () => {
      fail("delete");
      throw new Error("no content");
    });
    await expect(sealed).rejects.toThrow("no content");
    expect(warnings).toEqual(["a draft of a sealed volume could not be removed"]);
  });

  it("keeps a content of which nobody knows whether it is current", async () => {
    const { volume, fail } = await failingVolume();
    await write(volume, "old");
    fail("replace");
    await expect(write(volume, "new")).rejects.toThrow("not available");
    expect(await read(volume)).toBe("new");
  });

  it("drops a content that is refused, and names the reason where that fails", async () => {
    const { volume, contents, fail } = await failingVolume();
    const refuse = async (text: string) => {
      const content = new Blob([text]).stream().pipeThrough(
        new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
          // Another writer is first.
          async flush() {
            await volume.makeDirectory("f");
          },
        }),
      );
      await expect(volume.write("f", content)).rejects.toMatchObject({ code: "already_exists" });
      await volume.remove("f");
    };
    await refuse("a");
    expect(await contents()).toEqual([]);
    fail("delete");
    await refuse("b");
  });

  it("says that a content is lost", async () => {
    const { volume, memory, contents } = await failingVolume();
    await write(volume, "text");
    await memory.delete(await contents());
    await expect(read(volume)).rejects.toMatchObject({ code: "object_corrupt" });
  });
});
