import { expect, test } from "vitest";
import { visibleText } from "./visible-text.ts";

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

test("invisible characters are replaced", () => {
  expect(visibleText("r\u200Bm\u00AD\u3164x")).toBe("r⟦U+200B⟧m⟦U+00AD⟧⟦U+3164⟧x");
});
