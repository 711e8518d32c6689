import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isEqualSecret, sha256 } from "./hash.ts";

describe("a hash", () => {
  it("is SHA-256 of the text's UTF-8, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        expect(sha256(text)).toBe(createHash("sha256").update(text, "utf8").digest("hex"));
      }),
    );
    expect(sha256("half \ud800 a pair")).toBe(
      createHash("sha256").update("half \ud800 a pair").digest("hex"),
    );
  });

  it("tells equal secrets from others", () => {
    expect(isEqualSecret("hunter2", "hunter2")).toBe(true);
    expect(isEqualSecret("hunter2", "hunter3")).toBe(false);
    expect(isEqualSecret("", "x")).toBe(false);
  });
});
