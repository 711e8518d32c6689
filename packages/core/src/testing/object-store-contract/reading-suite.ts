import { beforeAll, describe, expect, it } from "vitest";
import { unique } from "../volume-contract/given.ts";
import { bytesOf, codeOfGet, inChunks, isSame, noise, type Given } from "./given.ts";

const LENGTH = 200_000;

export function readingSuite({ store }: Given): void {
  describe("get", () => {
    const content = noise(LENGTH, 9);
    const key = unique("read");
    const empty = unique("empty");
    beforeAll(async () => {
      await store().put(key, inChunks(content));
      await store().put(empty, new Uint8Array());
    });

    it.each([
      [{ start: 0, end: 0 }, 0, 1],
      [{ start: 0 }, 0, LENGTH],
      [{ end: 9 }, 0, 10],
      [{ start: 65_535, end: 65_536 }, 65_535, 65_537],
      [{ start: 65_536, end: 131_071 }, 65_536, 131_072],
      [{ start: 70_000, end: 170_000 }, 70_000, 170_001],
      [{ start: LENGTH - 1 }, LENGTH - 1, LENGTH],
      [{ start: 199_000, end: 9_999_999 }, 199_000, LENGTH],
    ])("reads the range %j", async (range, start, stop) => {
      const found = await store().get(key, { range });
      expect(found?.size).toBe(LENGTH);
      const read = await bytesOf(store(), key, { range });
      expect(isSame(read, content.subarray(start, stop))).toBe(true);
      await found?.body.cancel();
    });

    it.each([
      [{ start: LENGTH }],
      [{ start: LENGTH + 1, end: LENGTH + 9 }],
      [{ start: 5, end: 4 }],
      [{ start: -1, end: 4 }],
      [{ start: 0.5, end: 4 }],
    ])("refuses the range %j", async (range) => {
      expect(await codeOfGet(store(), key, { range })).toBe("range_not_satisfiable");
    });

    it("reads an empty object, of which there is no range", async () => {
      expect(await bytesOf(store(), empty)).toEqual(new Uint8Array());
      expect(await codeOfGet(store(), empty, { range: { start: 0, end: 0 } })).toBe("range_not_satisfiable");
    });

    it("gives null where there is nothing", async () => {
      const absent = unique("absent");
      expect(await store().get(absent)).toBeNull();
      expect(await store().get(absent, { range: { start: 5 } })).toBeNull();
      expect(await store().get(`${key}/below`)).toBeNull();
      expect(await store().head(absent)).toBeNull();
      expect(await store().head(`${key}/below`)).toBeNull();
    });

    it("ends with the signal's reason, before and within the body", async () => {
      const abort = new AbortController();
      const reason = new Error("enough");
      const found = await store().get(key, { signal: abort.signal });
      abort.abort(reason);
      await expect(new Response(found?.body).bytes()).rejects.toBe(reason);
      await expect(store().get(key, { signal: abort.signal })).rejects.toBe(reason);
      await expect(store().head(key, { signal: abort.signal })).rejects.toBe(reason);
    });

    it("gives a body that can be cancelled", async () => {
      for (let round = 0; round < 20; round++) await (await store().get(key))?.body.cancel();
      expect(await codeOfGet(store(), key)).toBe("ok");
    });
  });
}
