import { expect, test } from "vitest";
import { settledOutput, visibleText } from "./visible-text.ts";

test("bidirectional controls are replaced", () => {
  expect(visibleText("file\u202Egnp.exe")).toBe("file⟦U+202E⟧gnp.exe");
  expect(visibleText("\u2066a\u2069 \u{E0041}")).toBe("⟦U+2066⟧a⟦U+2069⟧ ⟦U+E0041⟧");
});

test("control characters are replaced, except line ends and tabs", () => {
  expect(visibleText("a\tb\r\nc\u0000\u001B[31m")).toBe("a\tb\nc⟦U+0000⟧⟦U+001B⟧[31m");
});

test("texts in any language are not changed", () => {
  for (const text of ["שלום עולם", "مرحبا", "日本語", "naïve ☑ 👩‍👩‍👧"]) expect(visibleText(text)).toBe(text);
});

test("terminal escapes are removed", () => {
  expect(
    settledOutput("\u001B[1;31mred\u001B[0m \u001B]0;title\u0007on\u001B]8;;https://example.com\u001B\\link"),
  ).toBe("red onlink");
  expect(settledOutput("\u001B[2J\u001B[Hclear\u001Bc")).toBe("clear");
});

test("overwritten text is removed", () => {
  expect(settledOutput("10 %\r50 %\r100 %\ndone\r\n")).toBe("100 %\ndone\n");
});

test("invisible characters are replaced", () => {
  expect(visibleText("r\u200Bm\u00AD\u3164x")).toBe("r⟦U+200B⟧m⟦U+00AD⟧⟦U+3164⟧x");
});

test("overwritten text is removed with any line end", () => {
  expect(settledOutput("a\rb\rc\r\r\nd\r")).toBe("c\nd");
});

test("a line that will be overwritten is shown until then", () => {
  expect(settledOutput("10 %\r50 %\r")).toBe("50 %");
  expect(settledOutput("\r\r")).toBe("");
});

test.each([
  ["unterminated control strings", `${"\u0090".repeat(300_000)}\u001B`],
  ["a long line beside an overwritten one", `${"x".repeat(300_000)}\n\r\ry`],
  ["unterminated control sequences", `${"\u001B[".repeat(150_000)}\u0001`],
  ["an unterminated control sequence", `\u009B${"0".repeat(150_000)}${" ".repeat(150_000)}\u0001`],
])("%s take linear time", (_, text) => {
  expect(settledOutput(text).length).toBeGreaterThan(0);
});
