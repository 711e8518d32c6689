import { describe, expect, it } from "vitest";
import { bytes, codeOf, streamOf, textOf, tree, type Given } from "./given.ts";

export function atomicitySuite({ aVolume }: Given): void {
  describe("a file that is written while others use it", () => {
    it("is read old or new, and never in part", async () => {
      const volume = await aVolume();
      const contents = [new Uint8Array(600_000).fill(65), new Uint8Array(300_000).fill(66)];
      await volume.write("f", streamOf([contents[0] ?? ""]));
      let isWriting = true;
      const writer = async () => {
        for (let round = 1; round <= 12; round++)
          await volume.write("f", streamOf([contents[round % 2] ?? ""]));
        isWriting = false;
      };
      const reader = async () => {
        let reads = 0;
        for (; isWriting || reads === 0; reads++) {
          const { entry, body } = await volume.read("f");
          const read = await new Response(body).bytes();
          const expected = read[0] === 65 ? 600_000 : 300_000;
          expect([read.length, entry.size]).toEqual([expected, expected]);
          expect(read.every((byte) => byte === read[0])).toBe(true);
        }
      };
      await Promise.all([writer(), reader(), reader()]);
    });

    it("is there for every reader", async () => {
      const volume = await aVolume();
      await volume.write("f", bytes("x"));
      let isWriting = true;
      const writer = async () => {
        for (let round = 0; round < 50; round++) await volume.write("f", bytes(`round ${round}`));
        isWriting = false;
      };
      const reader = async () => {
        while (isWriting) {
          expect(await volume.stat("f")).not.toBeNull();
          expect((await volume.list("")).entries.map(({ name }) => name)).toEqual(["f"]);
        }
      };
      await Promise.all([writer(), reader()]);
    });

    it("holds one of the contents when many write at once", async () => {
      const volume = await aVolume();
      const contents = Array.from({ length: 20 }, (_, index) => String(index).repeat(1_000 + index));
      const results = await Promise.all(contents.map((content) => volume.write("f", streamOf([content]))));
      expect(results.filter(({ created }) => created)).toHaveLength(1);
      expect(contents).toContain(await textOf(volume, "f"));
      expect(await tree(volume)).toEqual(["f"]);
    });
  });

  describe("the etag", () => {
    it("changes with every write, of the same size within one millisecond too", async () => {
      const volume = await aVolume();
      const etags = new Set<string>();
      for (let round = 0; round < 200; round++) {
        etags.add((await volume.write("f", bytes(String(round % 10)))).entry.etag);
      }
      expect(etags.size, "two writes gave the same etag").toBe(200);
    });

    it("stays while nothing changes", async () => {
      const volume = await aVolume();
      const { entry } = await volume.write("f", bytes("x"));
      await textOf(volume, "f");
      await volume.write("other", bytes("y"));
      expect((await volume.stat("f"))?.etag, "the etag changed without a write").toBe(entry.etag);
      expect((await volume.list("")).entries[0]?.etag, "list() gives another etag than write()").toBe(
        entry.etag,
      );
    });
  });

  describe("a write with a condition", () => {
    it("goes through when the file is the one that was read", async () => {
      const volume = await aVolume();
      const { entry } = await volume.write("f", bytes("1"));
      expect(await codeOf(volume.write("f", bytes("2"), { ifMatch: entry.etag }))).toBe("ok");
      expect(await codeOf(volume.write("f", bytes("3"), { ifMatch: entry.etag }))).toBe(
        "precondition_failed",
      );
      expect(await codeOf(volume.write("absent", bytes("3"), { ifMatch: entry.etag }))).toBe(
        "precondition_failed",
      );
      expect(await textOf(volume, "f")).toBe("2");
      expect(await tree(volume)).toEqual(["f"]);
    });

    it("that nothing is there goes through once", async () => {
      const volume = await aVolume();
      await volume.makeDirectory("dir");
      const write = (path: string, text: string) =>
        codeOf(volume.write(path, bytes(text), { ifMatch: null }));
      expect(await write("a/f", "1")).toBe("ok");
      expect(await write("a/f", "2")).toBe("precondition_failed");
      expect(await write("dir", "2")).toBe("precondition_failed");
      expect(await textOf(volume, "a/f")).toBe("1");
    });

    it("is kept by one of many writers at once", async () => {
      const volume = await aVolume();
      const { entry } = await volume.write("old", bytes("0"));
      const race = async (path: string, ifMatch: string | null) => {
        const writes = Array.from({ length: 12 }, (_, index) =>
          codeOf(volume.write(path, streamOf([`writer ${index}`]), { ifMatch })),
        );
        return (await Promise.all(writes)).filter((code) => code === "ok").length;
      };
      expect(await race("old", entry.etag), "not one of the writers with the same ifMatch succeeded").toBe(1);
      expect(await race("new", null), "not one of the writers with ifMatch null succeeded").toBe(1);
    });

    it("refuses before it reads the body, and cancels it", async () => {
      const volume = await aVolume();
      await volume.write("f", bytes("x"));
      let cancelled = 0;
      const never = new ReadableStream<Uint8Array>({
        pull: () => new Promise(() => {}),
        cancel: () => {
          cancelled++;
        },
      });
      expect(await codeOf(volume.write("f", never, { ifMatch: null }))).toBe("precondition_failed");
      expect(cancelled, "the refused body was not cancelled").toBe(1);
    });
  });
}
