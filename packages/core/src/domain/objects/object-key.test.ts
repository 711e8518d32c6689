import { expect, it } from "vitest";
import { checkKeyPrefix, checkObjectKey } from "./object-key.ts";

it.each(["a", "packs/0f3a.pack", "ws_01h/man-1", "a".repeat(200), `${"abcd/".repeat(102)}ab`])(
  "%s is a key",
  (key) => {
    expect(checkObjectKey(key)).toBe(key);
  },
);

it.each([
  "",
  "/a",
  "a/",
  "a//b",
  ".",
  "..",
  "a/../b",
  "a/.b",
  "A",
  "a b",
  "a\0",
  "ä",
  "a\n",
  "a\\b",
  "a%2fb",
  "a".repeat(201),
  `${"abcd/".repeat(102)}abc`,
])("%j is refused as a key", (key) => {
  expect(() => checkObjectKey(key)).toThrow(expect.objectContaining({ code: "invalid_request" }));
});

it("the beginning of a key may be empty, or end with a slash", () => {
  for (const prefix of ["", "a", "a/", "a/b"]) expect(checkKeyPrefix(prefix)).toBe(prefix);
  for (const prefix of ["/", "a//", "../", "A"])
    expect(() => checkKeyPrefix(prefix)).toThrow(expect.objectContaining({ code: "invalid_request" }));
});
