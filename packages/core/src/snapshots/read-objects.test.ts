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
