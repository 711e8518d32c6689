import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryObjects } from "../memory/objects/memory-objects.ts";
import { describeObjectStoreContract } from "../testing/object-store-contract/describe-object-store-contract.ts";
import { bytesOf, codeOfGet, inChunks, isSame, noise } from "../testing/object-store-contract/given.ts";
import { encryptedObjects } from "./encrypted-objects.ts";
import { HEADER_BYTES, SEALED_SEGMENT_BYTES } from "./segments.ts";

const SECRET = "the secret of all instances";

describeObjectStoreContract("encrypted, in memory", () => {
  const inner = memoryObjects();
  return { store: encryptedObjects(inner, SECRET), another: () => encryptedObjects(inner, SECRET) };
});

/** A store with one object of three segments, and what the inner store has of it. */
async function given(content = noise(150_000)) {
  const inner = memoryObjects();
  const store = encryptedObjects(inner, SECRET);
  await store.put("a", content);
  const sealed = (await bytesOf(inner, "a")) ?? new Uint8Array();
  return { inner, store, content, sealed };
}

const segment = (sealed: Uint8Array, index: number) =>
  sealed.slice(
    HEADER_BYTES + index * SEALED_SEGMENT_BYTES,
    HEADER_BYTES + (index + 1) * SEALED_SEGMENT_BYTES,
  );

const joined = (...parts: readonly Uint8Array[]) => new Blob(parts.map((part) => part.slice())).bytes();

describe("an encrypted object", () => {
  it("shows nothing of its content, and is never the same twice", async () => {
    const { inner, store, sealed } = await given(new Uint8Array(100_000).fill(65));
    expect(Buffer.from(sealed).includes("AAAA")).toBe(false);
    await store.put("a", new Uint8Array(100_000).fill(65));
    expect(isSame(await bytesOf(inner, "a"), sealed)).toBe(false);
  });

  it("is not read where it was put under another key, or with another secret", async () => {
    const { inner, store, sealed } = await given();
    await inner.put("b", sealed);
    const range = { start: 0, end: 9 };
    expect(await codeOfGet(store, "b")).toBe("object_corrupt");
    expect(await codeOfGet(store, "b", { range })).toBe("object_corrupt");
    expect(await codeOfGet(encryptedObjects(inner, "another"), "a")).toBe("object_corrupt");
    expect(await codeOfGet(store, "a")).toBe("ok");
  });

  it("is not read where its segments were swapped, repeated, cut off or added, or are those of another object", async () => {
    const { inner, store, sealed } = await given();
    const [header, first, second, third] = [
      sealed.slice(0, HEADER_BYTES),
      segment(sealed, 0),
      segment(sealed, 1),
      segment(sealed, 2),
    ];
    const other = (await given()).sealed;
    const forged = [
      [header, second, first, third],
      [header, first, first, third],
      [header, first, second],
      [header, first],
      [header],
      [header.slice(0, 10)],
      [],
      [header, first, third],
      [header, first, second, third, third],
      [header, first, segment(other, 1), third],
      [other.slice(0, HEADER_BYTES), first, second, third],
      [noise(HEADER_BYTES), first, second, third],
    ];
    for (const parts of forged) {
      await inner.put("a", await joined(...parts));
      expect(await codeOfGet(store, "a")).toBe("object_corrupt");
    }
    await inner.put("a", await joined(header, first, second, third));
    expect(await codeOfGet(store, "a")).toBe("ok");
  });

  it("gives no byte of a segment in which a bit was changed, and all of the others", async () => {
    const { inner, store, content, sealed } = await given();
    await fc.assert(
      fc.asyncProperty(
        fc.nat(sealed.length - 1),
        fc.nat(7),
        fc.nat(content.length - 1),
        fc.nat(70_000),
        async (at, bit, start, length) => {
          const changed = sealed.slice();
          changed[at] = (changed[at] ?? 0) ^ (1 << bit);
          await inner.put("a", changed);
          expect(await codeOfGet(store, "a")).toBe("object_corrupt");
          const end = Math.min(content.length - 1, start + length);
          const damaged = Math.floor((at - HEADER_BYTES) / SEALED_SEGMENT_BYTES);
          const isHit = damaged < 0 || (damaged >= start >> 16 && damaged <= end >> 16);
          const range = { start, end };
          if (isHit) expect(await codeOfGet(store, "a", { range })).toBe("object_corrupt");
          else
            expect(isSame(await bytesOf(store, "a", { range }), content.subarray(start, end + 1))).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("is read again where it is replaced between its header and its segments", async () => {
    const { inner, content } = await given();
    let reads = 0;
    const replaced = encryptedObjects(
      {
        ...inner,
        get: async (key, options) => {
          if (++reads === 2) await encryptedObjects(inner, SECRET).put(key, inChunks(content));
          return inner.get(key, options);
        },
      },
      SECRET,
    );
    const read = await bytesOf(replaced, "a", { range: { start: 70_000, end: 70_009 } });
    expect(read).toEqual(content.slice(70_000, 70_010));
    expect(reads).toBe(4);
  });

  it("has the size of its content in lists and heads, also at the borders of segments", async () => {
    const { inner, store } = await given();
    for (const length of [0, 1, 65_535, 65_536, 65_537, 131_072]) {
      await store.put("a", new Uint8Array(length));
      expect((await store.head("a"))?.size).toBe(length);
      expect((await store.list("a")).objects[0]?.size).toBe(length);
      expect((await store.get("a"))?.size).toBe(length);
    }
    await inner.put("b", new Uint8Array(3));
    expect((await store.head("b"))?.size).toBe(0);
  });
});
