import { expect, test } from "vitest";
import { safeLink } from "./safe-link.ts";

test("web pages and mail addresses are allowed", () => {
  for (const address of ["https://example.com/a?b#c", "http://example.com/", "mailto:a@example.com"])
    expect(safeLink(address)).toBe(address);
});

test("scripts, data, files, and relative addresses are not", () => {
  const bad = [
    "javascript:alert(1)",
    " JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://example.com/1",
    "/workspaces",
    "#part",
    "//example.com",
    "",
    undefined,
  ];
  for (const address of bad) expect(safeLink(address)).toBe(null);
});
