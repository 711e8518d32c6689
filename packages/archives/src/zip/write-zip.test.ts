import { describe, expect, test, vi } from "vitest";
import { bytes, input } from "../archives.test-support.ts";
import { bytesSource } from "../archive-source.ts";
import type { ArchiveInput } from "../archive-entry.ts";
import { readArchive } from "../read-archive.ts";
import { zipStream } from "./write-zip.ts";
import { centralHeader, descriptor, localHeader, zipEnd, type ZipEntry } from "./zip-format.ts";

async function chunksOf(entries: Iterable<ArchiveInput>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipStream(entries)) chunks.push(chunk);
  return chunks;
}

/** A file whose bytes are there at once. */
function atOnce(path: string, content: Uint8Array): ArchiveInput {
  return { path, type: "file", size: content.length, executable: false, body: async () => content };
}

const GIB = 2 ** 30;
const ENTRY: ZipEntry = {
  ...{ name: bytes("f"), mode: 0o100644, mtime: Date.UTC(2024, 1, 29, 23, 59, 58), offset: 0 },
  ...{ isDeflated: true, isStreamed: false, isLarge: false },
};
const viewOf = ({ buffer, byteOffset }: Uint8Array) => new DataView(buffer, byteOffset);
const u16 = (header: Uint8Array, at: number) => viewOf(header).getUint16(at, true);
const u32 = (header: Uint8Array, at: number) => viewOf(header).getUint32(at, true);
const u64 = (header: Uint8Array, at: number) => Number(viewOf(header).getBigUint64(at, true));

describe("a zip", () => {
  test("of many small files comes in few chunks", async () => {
    const entries = Array.from({ length: 1_000 }, (_, index) => input(`f${index}`, `the file ${index}`));
    expect((await chunksOf(entries)).length).toBeLessThan(6);
  });

  test("lets others have their turn while it packs, after every 128 KiB", async () => {
    const nextTask = vi.fn(() => Promise.resolve());
    const content = new Uint8Array(16_384).map((_, index) => (index * index) % 251);
    const entries = Array.from({ length: 80 }, (_, index) => atOnce(`f${index}`, content));
    await new Response(zipStream(entries, { nextTask })).bytes();
    expect(nextTask).toHaveBeenCalledTimes(10);
  });

  test("holds files of every size as they were, given at once or streamed", async () => {
    const sizes = [0, 1, 65_535, 65_536, 65_537, 300_000];
    const contents = sizes.map((size) => new Uint8Array(size).map((_, index) => (index * index) % 251));
    const entries = contents.flatMap((content, index) => [
      atOnce(`once${index}`, content),
      { ...atOnce(`stream${index}`, content), body: async () => new Blob([content]).stream() },
    ]);
    const zip = await new Response(zipStream(entries)).bytes();
    const read = [];
    for await (const entry of (await readArchive(bytesSource(zip), { maxBytes: 1e7 })).entries()) {
      read.push(await new Response(entry.body()).bytes());
    }
    expect(read).toEqual(contents.flatMap((content) => [content, content]));
  });

  test("stores what does not become smaller", async () => {
    const noise = crypto.getRandomValues(new Uint8Array(1_000));
    const zip = await new Response(zipStream([atOnce("noise", noise)])).bytes();
    expect(zip.length).toBeLessThan(1_200);
  });

  test("breaks off where a file became longer than it was", async () => {
    const grown = { ...atOnce("f", bytes("x")), body: async () => new Blob(["xx"]).stream() };
    await expect(chunksOf([grown])).rejects.toThrow('The file "f" became longer while it was read.');
  });

  test("whose reader leaves releases the file that it was about to read", async () => {
    const [opened, released] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    const body = async () => {
      opened.resolve(null);
      return new ReadableStream<Uint8Array>({ cancel: () => released.resolve(null) });
    };
    const zip = zipStream([{ path: "f", type: "file", size: 1_048_576, executable: false, body }]);
    await opened.promise;
    await zip.cancel();
    await released.promise;
  });
});

describe("the headers of a zip", () => {
  test("have the time in seconds, and as MS-DOS has it", () => {
    const header = localHeader(ENTRY, { crc: 1, packed: 2, size: 3 });
    expect(u16(header, 12)).toBe(((2024 - 1980) << 9) | (2 << 5) | 29);
    expect(u16(header, 10)).toBe((23 << 11) | (59 << 5) | 29);
    expect(u32(header, header.length - 4)).toBe(ENTRY.mtime / 1_000);
    expect(u16(localHeader({ ...ENTRY, mtime: -1 }, { crc: 1, packed: 2, size: 3 }), 12)).toBe((1 << 5) | 1);
  });

  test("have 64 bits where 32 are too few", () => {
    const large = { ...ENTRY, isStreamed: true, isLarge: true, offset: 5 * GIB };
    const sizes = { crc: 1, packed: 6 * GIB, size: 7 * GIB };
    const local = localHeader(large, null);
    expect([u16(local, 4), u32(local, 18), u32(local, 22)]).toEqual([45, 0xffff_ffff, 0xffff_ffff]);
    expect(u64(descriptor(large, sizes), 16)).toBe(7 * GIB);
    const central = centralHeader(large, sizes);
    expect([u32(central, 20), u32(central, 24), u32(central, 42)]).toEqual(Array(3).fill(0xffff_ffff));
    expect([u64(central, 51), u64(central, 59), u64(central, 67)]).toEqual([7 * GIB, 6 * GIB, 5 * GIB]);
    const far = centralHeader({ ...ENTRY, offset: 5 * GIB }, { crc: 1, packed: 2, size: 3 });
    expect([u32(far, 20), u32(far, 24), u16(far, 49), u64(far, 51)]).toEqual([2, 3, 8, 5 * GIB]);
  });

  test("end with the number of entries, however many they are", () => {
    expect(zipEnd(3, 100, 200).length).toBe(22);
    for (const [count, length, offset] of [
      [70_000, 100, 200],
      [3, 5 * GIB, 200],
      [3, 100, 5 * GIB],
    ] as const) {
      const end = zipEnd(count, length, offset);
      expect([u32(end, 0), u64(end, 32), u64(end, 40), u64(end, 48)]).toEqual([
        ...[0x0606_4b50, count, length, offset],
      ]);
      expect([u32(end, 56), u64(end, 64)]).toEqual([0x0706_4b50, offset + length]);
      expect(u16(end, 76 + 10)).toBe(Math.min(count, 0xffff));
    }
  });
});
