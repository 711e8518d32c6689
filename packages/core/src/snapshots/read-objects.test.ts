import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { ObjectReader } from "./read-objects.ts";

it("reads any number of ranges of one pack in one call", async () => {
  const pack = { id: "0".repeat(64) };
  const calls: string[] = [];
  const reader = new ObjectReader(async (key) => {
    calls.push(key);
    return null;
  });
  const wanted = Array.from({ length: 200_000 }, () => ({
    sha256: "",
    range: { pack, offset: 10, length: 20 },
  }));
  await expect(reader.packed(wanted)).rejects.toMatchObject({ code: "object_corrupt" });
  expect(calls).toHaveLength(1);
});

it("begins no other call once one has failed", async () => {
  const wanted = Array.from({ length: 100 }, (_, index) => ({
    sha256: "",
    range: { pack: { id: "0".repeat(64) }, offset: index * 1_000_000, length: 20 },
  }));
  let calls = 0;
  const reader = new ObjectReader(async () => {
    calls += 1;
    return calls === 1 ? null : new Uint8Array(20);
  });
  await expect(reader.packed(wanted)).rejects.toMatchObject({ code: "object_corrupt" });
  await setImmediate();
  expect(calls).toBeLessThan(10);
});
