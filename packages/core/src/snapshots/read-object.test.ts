import { expect, it } from "vitest";
import { memoryObjects } from "../memory/objects/memory-objects.ts";
import { readFrom } from "./read-object.ts";

it("reads an object or a range of it, and no object that is cut off", async () => {
  const objects = memoryObjects();
  await objects.put("a", Uint8Array.of(1, 2, 3));
  const read = readFrom(objects);
  expect(await read("none", null)).toBeNull();
  expect(await read("a", null)).toEqual(Uint8Array.of(1, 2, 3));
  expect(await read("a", { start: 1, end: 2 })).toEqual(Uint8Array.of(2, 3));
  for (const range of [
    { start: 1, end: 3 },
    { start: 3, end: 3 },
  ])
    await expect(read("a", range)).rejects.toMatchObject({ code: "object_corrupt" });
});
