import { describe, expect, test } from "vitest";
import { bothOf, patternOf } from "./pattern.ts";

describe("the pattern of an expression", () => {
  test.each([
    [/^[a-z]+$/, "^[a-z]+$"],
    [/^[^\p{Cc}]*$/u, "^[^\\u0000-\\u001f\\u007f-\\u009f]*$"],
    [/^[^:.]{1,63}:.{0,255}$/su, "^[^:.]{1,63}:[\\s\\S]{0,255}$"],
    [/^a\.b[\].]$/s, "^a\\.b[\\].]$"],
  ])("%s is what it matches without flags", (expression, pattern) => {
    expect(patternOf(expression)).toBe(pattern);
  });

  test("is none where a flag changes what letters mean", () => {
    expect(patternOf(/^a$/i)).toBeNull();
    expect(patternOf(/^a$/m)).toBeNull();
  });

  test("of two expressions matches what both match", () => {
    const both = new RegExp(bothOf(bothOf("^[a-c.]*$", "^(?!\\.{1,2}$)"), "^(?!b)"), "u");
    expect(["a", "...", "cb", "b", "..", "d"].map((text) => both.test(text))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
