import { expect, test } from "vitest";
import { keptOnceMade } from "./kept-once-made.ts";

function counting(most: number) {
  const made: string[] = [];
  const kept = keptOnceMade<string>(most);
  return { made, get: (key: string) => kept(key, () => Promise.resolve(`${made.push(key)}${key}`)) };
}

test("a thing is made once, also for those who ask while it is being made", async () => {
  const { made, get } = counting(2);
  expect(await Promise.all([get("a"), get("a")])).toEqual(["1a", "1a"]);
  expect(await get("a")).toBe("1a");
  expect(made).toEqual(["a"]);
});

test("beyond the most, what was used longest ago is given up", async () => {
  const { made, get } = counting(2);
  for (const key of ["a", "b", "a", "c", "a", "b"]) await get(key);
  expect(made).toEqual(["a", "b", "c", "b"]);
});

test("what could not be made is tried anew", async () => {
  const kept = keptOnceMade<string>(2);
  await expect(kept("a", () => Promise.reject(new Error("no network")))).rejects.toThrow("no network");
  expect(await kept("a", () => Promise.resolve("made"))).toBe("made");
});
