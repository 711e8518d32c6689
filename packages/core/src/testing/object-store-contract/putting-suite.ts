import { describe, expect, it } from "vitest";
import { bytes, codeOf, heldBody, streamOf, unique } from "../volume-contract/given.ts";
import { bytesOf, inChunks, isSame, keysBelow, noise, type Given } from "./given.ts";

/** Bytes; more than a part or a segment of a store under test. */
const LARGE = 700_001;

export function puttingSuite({ store, another }: Given): void {
  describe("put", () => {
    it.each([0, 1, 65_536, LARGE])("stores %i bytes, given at once or as a stream", async (length) => {
      const content = noise(length);
      const [whole, streamed] = [unique("put"), unique("put")];
      expect(await store().put(whole, content)).toEqual({ stored: true });
      expect(await store().put(streamed, inChunks(content))).toEqual({ stored: true });
      for (const key of [whole, streamed]) {
        expect(isSame(await bytesOf(store(), key), content)).toBe(true);
        expect(await store().head(key)).toMatchObject({ key, size: length });
      }
    });

    it("is there for every other store of the same objects", async () => {
      const key = unique("shared");
      await store().put(key, bytes("content"));
      expect(await bytesOf(await another(), key)).toEqual(bytes("content"));
    });

    it("replaces an object, whatever its size", async () => {
      const key = unique("replaced");
      for (const content of [noise(LARGE, 2), bytes("short"), noise(LARGE, 3)]) {
        await store().put(key, inChunks(content));
        expect(isSame(await bytesOf(store(), key), content)).toBe(true);
      }
    });

    it("does not take its content from the caller's buffer later", async () => {
      const key = unique("buffer");
      const content = noise(1_000);
      await store().put(key, content);
      content.fill(0);
      expect(await bytesOf(store(), key)).toEqual(noise(1_000));
    });

    it.each([10, LARGE])("stores nothing of a body that fails after %i bytes", async (length) => {
      const key = unique("failed");
      const failure = new Error("the body fails");
      const body = () => streamOf([noise(length)], { failure });
      await expect(store().put(key, body())).rejects.toBe(failure);
      expect(await bytesOf(store(), key)).toBeNull();
      await store().put(key, bytes("old"));
      await expect(store().put(key, body())).rejects.toBe(failure);
      expect(await bytesOf(store(), key)).toEqual(bytes("old"));
      expect(await keysBelow(store(), key)).toEqual([key]);
    });

    it("shows nothing of a body before its end", async () => {
      const key = unique("held");
      const held = heldBody();
      const putting = store().put(key, held.body);
      await held.give("first ");
      expect(await store().head(key)).toBeNull();
      expect(await keysBelow(store(), key)).toEqual([]);
      await held.give("second");
      await held.end();
      await putting;
      expect(await bytesOf(store(), key)).toEqual(bytes("first second"));
    });

    it("ends with the signal's reason, stores nothing and cancels the body", async () => {
      const key = unique("aborted");
      const abort = new AbortController();
      const reason = new Error("enough");
      let cancelled = false;
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(bytes("begin")),
        cancel: () => {
          cancelled = true;
        },
      });
      const putting = store().put(key, body, { signal: abort.signal });
      abort.abort(reason);
      await expect(putting).rejects.toBe(reason);
      expect(await store().head(key)).toBeNull();
      expect(cancelled).toBe(true);
      await expect(store().put(key, bytes("x"), { signal: abort.signal })).rejects.toBe(reason);
      expect(await store().head(key)).toBeNull();
    });

    it("gives readers one of the contents when many put at once", async () => {
      const key = unique("race");
      const contents = Array.from({ length: 6 }, (_, index) => noise(100_000 + index, index + 1));
      const seen: (Uint8Array | null)[] = [];
      await Promise.all([
        ...contents.map((content) => store().put(key, inChunks(content))),
        ...contents.map(async () => seen.push(await bytesOf(store(), key))),
      ]);
      seen.push(await bytesOf(store(), key));
      const sameAs = (read: Uint8Array) => contents.some((each) => isSame(each, read));
      expect(seen.every((read) => read === null || sameAs(read))).toBe(true);
      expect(seen.at(-1)).not.toBeNull();
    });
  });

  describe("put of what is absent", () => {
    it("stores it once, then leaves it and says what is there", async () => {
      const key = unique("absent");
      expect(await store().put(key, bytes("first"), { ifAbsent: true })).toEqual({ stored: true });
      const again = await store().put(key, bytes("another"), { ifAbsent: true });
      expect(again).toEqual({ stored: false, present: await store().head(key) });
      expect(await bytesOf(store(), key)).toEqual(bytes("first"));
    });

    it("cancels the body that it does not need, without reading it", async () => {
      const key = unique("unread");
      await store().put(key, bytes("x"));
      let cancelled = false;
      const never = new ReadableStream<Uint8Array>(
        {
          pull: () => new Promise(() => {}),
          cancel: () => {
            cancelled = true;
          },
        },
        { highWaterMark: 0 },
      );
      expect(await store().put(key, never, { ifAbsent: true })).toMatchObject({ stored: false });
      expect(cancelled).toBe(true);
    });

    it("leaves one whole content when many put at once", async () => {
      const key = unique("once");
      const content = noise(LARGE);
      const outcomes = await Promise.all(
        Array.from({ length: 4 }, () => store().put(key, inChunks(content), { ifAbsent: true })),
      );
      expect(outcomes.some(({ stored }) => stored)).toBe(true);
      expect(isSame(await bytesOf(store(), key), content)).toBe(true);
    });
  });

  describe("a key", () => {
    it.each(["", "../x", "a/../../x", "/etc/x", "a//b", "A", "a/.x", "a\0", "a%2f..%2fb", "x".repeat(513)])(
      "%j is refused by each call",
      async (key) => {
        expect(await codeOf(store().put(key, bytes("x")))).toBe("invalid_request");
        expect(await codeOf(store().get(key))).toBe("invalid_request");
        expect(await codeOf(store().head(key))).toBe("invalid_request");
        expect(await codeOf(store().delete(["a", key]))).toBe("invalid_request");
        if (key !== "") expect(await codeOf(store().list(key))).toBe("invalid_request");
      },
    );

    it("may be as long as allowed, and the beginning of another", async () => {
      const top = unique("keys");
      const rest = `${"s".repeat(200)}/${"t".repeat(200)}/${"u._-".repeat(20)}`;
      const keys = [top, `${top}-`, `${top}.pack`, `${top}/a`, `${top}/a/b`, `${top}/${rest}`, `${top}0`];
      for (const key of keys) await store().put(key, bytes(key));
      for (const key of keys) expect(await bytesOf(store(), key)).toEqual(bytes(key));
      expect(await keysBelow(store(), top)).toEqual(keys);
    });
  });
}
