import { describe, expect, test } from "vitest";
import { bytesSource } from "../archive-source.ts";
import { bytes, deflate, input, joined, outcomeOf, zipOf, type ZipPart } from "../archives.test-support.ts";
import { readArchive } from "../read-archive.ts";
import { zipLibrary } from "./zip-library.ts";
import { zipStream } from "./write-zip.ts";

const refused = (text: string) => expect.stringContaining(text) as string;
const UTF16_NAME = new Uint8Array([0x66, 0x80, 0x67]);

describe("a zip", () => {
  test("of stored and packed files is read", async () => {
    const data = "hello ".repeat(1_000);
    const archive = zipOf(
      { name: "d/", mode: 0o040755 },
      { name: "stored", data: "x", mode: 0o100755 },
      { name: "d/packed", data, packed: await deflate(bytes(data)) },
    );
    expect(await outcomeOf(archive)).toEqual({ "d/": "", stored: "x", "d/packed": data });
    const { members, totals } = await readArchive(bytesSource(archive), { maxBytes: 1e6 });
    expect(members.map(({ executable }) => executable)).toEqual([false, true, false]);
    expect(totals).toEqual({ files: 2, links: 0, directories: 1, bytes: 6_001 });
  });

  test("holds links that stay inside, packed or not", async () => {
    const archive = zipOf(
      { name: "d/up", mode: 0o120777, data: "../f" },
      { name: "f", data: "x" },
      { name: "d/packed", mode: 0o120777, data: "./up", packed: await deflate(bytes("./up")) },
    );
    expect(await outcomeOf(archive)).toEqual({ "d/up": "-> ../f", f: "x", "d/packed": "-> ./up" });
    const { totals } = await readArchive(bytesSource(archive), { maxBytes: 1 });
    expect(totals).toEqual({ files: 1, links: 2, directories: 1, bytes: 1 });
  });

  test("without files is read", async () => {
    expect(await outcomeOf(zipOf())).toEqual({});
  });

  test.each<[string, ZipPart, string]>([
    [
      "absolute links",
      { mode: 0o120777, data: "/etc/passwd" },
      'symbolic link to "/etc/passwd", which leads to an abs',
    ],
    ["links that lead out", { name: "d/bad", mode: 0o120777, data: "../../x" }, "leads out of the archive"],
    ["links to what is not UTF-8", { mode: 0o120777, data: new Uint8Array([0xff]) }, "not UTF-8"],
    ["long links", { mode: 0o120777, data: "x".repeat(4_096) }, "too long"],
    ["links named as directories", { name: "d/", mode: 0o120777, data: "x" }, "something else"],
    ["links with a wrong checksum", { mode: 0o120777, data: "x", crc: 1 }, "checksum"],
    ["devices", { mode: 0o060644 }, "no file, no directory and no link"],
    ["pipes", { mode: 0o010644 }, "no file, no directory and no link"],
    ["encrypted entries", { flags: 0x801, data: "x".repeat(20) }, "encrypted"],
    ["unknown packing", { method: 14, data: "x" }, "not supported"],
    ["deflate64", { method: 9, data: "x" }, "not supported"],
    ["names that lead out", { name: "../x" }, "invalid_path"],
    ["absolute names", { name: "/x" }, "invalid_path"],
    ["drive letters", { name: "C:/x" }, "invalid_path"],
    ["backslashes", { name: "a\\..\\..\\x" }, "invalid_path"],
    ["NUL in a name", { name: "a\0.txt" }, "invalid_path"],
    ["names that are not UTF-8", { name: UTF16_NAME, flags: 0 }, "not UTF-8"],
    ["names that say they are UTF-8", { name: UTF16_NAME }, "not UTF-8"],
    ["directories with bytes", { name: "d/", data: "x" }, "directory with bytes"],
    ["files named as directories", { name: "d", mode: 0o040755, data: "x" }, "directory with bytes"],
    ["another name in the entry's own header", { localName: "g" }, "damaged"],
    ["another size in the entry's own header", { data: "x", localSize: 7 }, "damaged"],
    ["wrong checksums", { data: "x", crc: 1 }, "checksum"],
    ["two sizes of a stored file", { data: "x", size: 2 }, "two sizes"],
    ["an entry at another offset", { offset: 4 }, "damaged"],
    ["an entry behind the end", { offset: 1e6 }, "damaged"],
  ])("with %s is refused", async (_what, part, reason) => {
    const archive = zipOf({ name: "before", data: "1" }, { name: "bad", ...part });
    expect(await outcomeOf(archive)).toEqual(refused(reason));
  });

  test.each([
    [["a", "a"], "damaged|twice"],
    [["a", "./a"], "twice"],
    [["a", "a/b"], "a file and a directory"],
    [["a/b", "a"], "a file and a directory"],
    [["a@", "a/b"], "a symbolic link and a directory"],
    [["a/b", "a@"], "a symbolic link and a directory"],
  ])("with %j is refused", async (names, reason) => {
    const parts = names.map((name) =>
      name.endsWith("@") ? { name: name.slice(0, -1), mode: 0o120777, data: "." } : { name },
    );
    expect(await outcomeOf(zipOf(...parts))).toMatch(new RegExp(reason));
  });

  test("whose packed bytes are more, fewer or others than it says is refused", async () => {
    const data = bytes("hello ".repeat(1_000));
    const packed = await deflate(data);
    expect(await outcomeOf(zipOf({ data, packed, size: 5_999 }))).toEqual(refused("more bytes"));
    expect(await outcomeOf(zipOf({ data, packed, size: 6_001 }))).toEqual(refused("fewer bytes"));
    expect(await outcomeOf(zipOf({ data, packed: packed.subarray(0, -3) }))).toEqual(refused("damaged"));
    expect(await outcomeOf(zipOf({ data, packed: joined(packed, packed) }))).toEqual(refused("damaged"));
    expect(await outcomeOf(zipOf({ data, packed: new Uint8Array(30).fill(255) }))).toEqual(
      refused("damaged"),
    );
  });

  test("that is cut off or changed anywhere is refused, or reads as it was", async () => {
    const archive = zipOf({ name: "a", data: "x".repeat(300) }, { name: "d/", mode: 0o040755 });
    const whole = await outcomeOf(archive);
    for (let length = 4; length < archive.length; length += 13) {
      const cut = await outcomeOf(archive.subarray(0, length));
      expect(cut, `${length} bytes`).toEqual(refused("invalid_archive"));
    }
    for (let index = 0; index < archive.length; index++) {
      const outcome = await outcomeOf(archive.map((byte, at) => (at === index ? byte ^ 0x41 : byte)));
      if (typeof outcome === "object") expect(Object.values(outcome)[0]).toBe(Object.values(whole)[0]);
      else expect(outcome).toMatch(/^invalid_(archive|path): /);
    }
    expect(await outcomeOf(joined(archive, new Uint8Array([1])))).toEqual(refused("damaged"));
    expect(await outcomeOf(joined(new Uint8Array(archive.subarray(0, 31)), archive))).toEqual(
      refused("damaged"),
    );
  });

  test("whose entries share their bytes is refused", async () => {
    const archive = zipOf(
      { name: "same", data: "x" },
      { name: "same2", localName: "same", data: "x", offset: 0 },
    );
    expect(await outcomeOf(archive)).toEqual(refused("damaged"));
  });

  test("that holds too much is refused, whatever it says", async () => {
    const zeros = new Uint8Array(20 * 1024 * 1024);
    const packed = await deflate(zeros);
    expect(await outcomeOf(zipOf({ data: zeros, packed }))).toEqual(refused("times its packed size"));
    expect(await outcomeOf(zipOf({ data: zeros, packed, size: 10 }))).toEqual(refused("more bytes"));
    expect(await outcomeOf(zipOf({ data: zeros, packed }), { maxBytes: 100 })).toEqual(refused("100 bytes"));
    const many = Array.from({ length: 12 }, (_, index) => ({ name: `d${index}/f` }));
    expect(await outcomeOf(zipOf(...many), { maxEntries: 23 })).toEqual(refused("23 files"));
    const names = Array.from({ length: 12 }, (_, index) => ({ name: `${"n/".repeat(400)}${index}` }));
    expect(await outcomeOf(zipOf(...names), { maxEntries: 12 })).toEqual(refused("12 files"));
  });

  test("with a password is refused", async () => {
    const { ZipWriter, BlobReader, BlobWriter } = zipLibrary();
    const writer = new ZipWriter(new BlobWriter());
    await writer.add("secret", new BlobReader(new Blob(["x"])), { password: "p", zipCrypto: true });
    const archive = new Uint8Array(await (await writer.close()).arrayBuffer());
    expect(await outcomeOf(archive)).toEqual(refused("encrypted"));
  });
});

describe("a zip that is made", () => {
  test("breaks off where an entry fails, and is no whole zip then", async () => {
    const failure = new Error("the disk broke");
    const broken = { ...input("b", "x"), body: () => Promise.reject(failure) };
    const reader = zipStream([input("a", "1".repeat(1_000)), broken]).getReader();
    const read = async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read());
    };
    await expect(read()).rejects.toBe(failure);
  });

  test("asks for nothing more when its reader goes away", async () => {
    let asked = 0;
    let isEnded = false;
    async function* entries() {
      try {
        for (;;) yield input(`f${++asked}`, "x".repeat(100_000));
      } finally {
        isEnded = true;
      }
    }
    const reader = zipStream(entries()).getReader();
    await reader.read();
    await reader.cancel();
    await expect.poll(() => isEnded).toBe(true);
    expect(asked).toBeLessThan(5);
  });
});
