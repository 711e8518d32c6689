import { expect, test } from "vitest";
import { argumentsOf, fill, piecesOf } from "./fill-prompt.ts";

test("each argument is found once, in order", () => {
  expect(argumentsOf(piecesOf("{{b}} {{ a.x }} {{b}} {{ über-uns }}"))).toEqual(["b", "a.x", "über-uns"]);
});

test("other text in braces is not an argument", () => {
  const text = "{a} {{}} {{a b}} {{-a}} {{__proto__}} {{ a\n}}";
  expect(argumentsOf(piecesOf(text))).toEqual([]);
  expect(fill(piecesOf(text), new Map())).toBe(text);
});

test("values are inserted literally, and arguments without a value are not replaced", () => {
  const pieces = piecesOf("{{a}}, {{ b }} and {{a}}.");
  expect(fill(pieces, new Map([["a", "{{b}} $&"]]))).toBe("{{b}} $&, {{b}} and {{b}} $&.");
});
