import { describe, expect, it } from "vitest";
import { isToken, newToken, tokenHint } from "./token-format.ts";

describe("a service token", () => {
  it("has the documented form and never comes twice", () => {
    const tokens = Array.from({ length: 1_000 }, newToken);
    for (const token of tokens) {
      expect(token).toMatch(/^wat_[0-9A-Za-z]{49}$/);
      expect(isToken(token)).toBe(true);
    }
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  it("is distinguished from a mistyped one without a look-up", () => {
    const token = newToken();
    for (let index = 4; index < token.length; index++) {
      const other = token[index] === "x" ? "y" : "x";
      expect(isToken(token.slice(0, index) + other + token.slice(index + 1))).toBe(false);
    }
    expect(isToken(token.slice(0, -1))).toBe(false);
    expect(isToken(`${token}a`)).toBe(false);
    expect(isToken("")).toBe(false);
  });

  it("shows too little of itself to be guessed", () => {
    expect(tokenHint("wat_abcdefghijk-----wxyz")).toBe("wat_abcd…wxyz");
  });
});
