import { expect, test } from "vitest";
import { argumentsOf, fill, piecesOf } from "./fill-prompt.ts";

test("arguments are found each once, in their order", () => {
  expect(argumentsOf(piecesOf("{{b}} {{ a.x }} {{b}} {{ über-uns }}"))).toEqual(["b", "a.x", "über-uns"]);
});

test("what is no argument stays text", () => {
  const text = "{a} {{}} {{a b}} {{-a}} {{__proto__}} {{ a\n}}";
  expect(argumentsOf(piecesOf(text))).toEqual([]);
  expect(fill(piecesOf(text), new Map())).toBe(text);
});

test("values are put in as they are, once, and what has none stays as it stands", () => {
  const pieces = piecesOf("{{a}}, {{ b }} and {{a}}.");
  expect(fill(pieces, new Map([["a", "{{b}} $&"]]))).toBe("{{b}} $&, {{b}} and {{b}} $&.");
});
