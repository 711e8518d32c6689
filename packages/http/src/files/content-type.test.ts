import { expect, test } from "vitest";
import { contentTypeOf, safeDelivery } from "./content-type.ts";

test.each([
  ["main.ts", "text/typescript; charset=utf-8"],
  ["README.md", "text/markdown; charset=utf-8"],
  ["data.JSON", "application/json"],
  ["page.html", "text/html; charset=utf-8"],
  ["photo.png", "image/png"],
  ["build.log", "text/plain; charset=utf-8"],
  ["Makefile", "application/octet-stream"],
  ["x.unheard-of", "application/octet-stream"],
  [".gitignore", "application/octet-stream"],
  ["", "application/octet-stream"],
])("%o is %s", (name, type) => {
  expect(contentTypeOf(name)).toBe(type);
});

test("what could run is downloaded, and runs nowhere", () => {
  for (const name of ["x.html", "x.svg", "x.xml", "x.js", "x.xhtml", "x.mht"]) {
    const { headers } = safeDelivery(name);
    expect(headers["content-disposition"]).toMatch(/^attachment; /);
    expect(headers["content-security-policy"]).toMatch(/^sandbox; default-src 'none'/);
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
  }
  expect(safeDelivery("x.png").headers["content-disposition"]).toMatch(/^inline; /);
});

test("a name cannot break out of its header", () => {
  const disposition = safeDelivery("a\"\r\nSet-Cookie: x=1; ü😀\ud800%41('.txt").headers[
    "content-disposition"
  ];
  expect(disposition).toMatch(/^[\x20-\x7e]*$/);
  expect(disposition?.match(/"/g)).toHaveLength(2);
  expect(disposition).toContain("filename*=UTF-8''a%22%0D%0ASet-Cookie%3A%20x%3D1%3B%20%C3%BC");
});
