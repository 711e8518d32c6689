import { describe, expect, it } from "vitest";
import { findWord, type Tokens } from "./output-words.ts";

const tokens: Tokens = { begin: "a".repeat(32), clean: "b".repeat(32), dirty: "c".repeat(32) };
const find = (text: string) => findWord(tokens, Buffer.from(text, "latin1"));

describe("a worker's report in the output of a command", () => {
  it("is found after any output, up to the end of its line", () => {
    expect(find(`out\x1e${tokens.clean}E7\nmore`)).toEqual({
      at: 3,
      end: 39,
      word: { exitCode: 7, hasStrangers: false },
    });
    expect(find(`\x1e${tokens.begin}S\n`)?.word).toBe("S");
    expect(find(`\x1e${tokens.dirty}E137\n`)?.word).toEqual({ exitCode: 137, hasStrangers: true });
  });

  it("is completed by later chunks, wherever it was split", () => {
    const whole = `\x1e${tokens.clean}E0\n`;
    for (let length = 1; length < whole.length; length++)
      expect(find(`x${whole.slice(0, length)}`)).toEqual({ at: 1, end: length + 1, word: null });
  });

  it("is no end with the token that a command can read", () => {
    expect(find(`\x1e${tokens.begin}E0\n`)).toBeNull();
  });

  it("is not awaited forever", () => {
    expect(find(`\x1e${tokens.begin}${"S".repeat(100_000)}`)).toBeNull();
    expect(find("\x1e".repeat(100_000))?.at ?? 99_999).toBe(99_999);
    expect(find(`\x1e${tokens.clean}Ex\n\x1e${tokens.clean}E1\n`)?.word).toEqual({
      exitCode: 1,
      hasStrangers: false,
    });
  });

  it("is searched for in the same time, whatever a command prints", () => {
    const likely = ["\x1e", "\x1ea", `\x1e${tokens.begin}`, `\x1e${tokens.begin}Z\n`, `\x1e${tokens.begin}S`];
    for (const text of likely) {
      const data = Buffer.from(text.repeat(4 * 1_048_576).slice(0, 4 * 1_048_576), "latin1");
      const begun = performance.now();
      findWord(tokens, data);
      expect(performance.now() - begun).toBeLessThan(1_000);
    }
  });

  it("is accepted once where it reports a start", () => {
    expect(findWord({ ...tokens, begin: null }, Buffer.from(`\x1e${tokens.begin}S\n`, "latin1"))).toBeNull();
  });
});
