import { expect, test } from "vitest";
import { isPair, pairOf } from "./pair.ts";

test("a pair has a key before its first colon", () => {
  expect(["team:web", "team:", "url:http://a", "a b:c", `${"k".repeat(65)}:v`].filter(isPair)).toHaveLength(
    5,
  );
  expect(["team", "", ":web", 7, undefined].filter(isPair)).toEqual([]);
});

test("a key with a colon cannot be searched", () => {
  expect(pairOf("team", "web")).toBe("team:web");
  expect(pairOf("a:b", "web")).toBe(null);
});
