import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { cpuSeconds } from "../../cpu-seconds.test-support.ts";
import { bytesOf, fileOf } from "./file-bytes.ts";
import { LibraryFileSchema } from "./library-file.ts";

const isFile = (content_base64: string) => v.is(LibraryFileSchema, { path: "a", content_base64 });

describe("a file of the library", () => {
  it.each(["", "QQ==", "QUI=", "QUJD", "+/+/"])("takes %j for base64", (text) => {
    expect(isFile(text)).toBe(true);
  });

  it.each(["Q", "QQ", "QQ=", "QQ= ", "Q=Q=", "QQ==QQ==", "-_-_", "QQ\n==", "ÄÄÄÄ"])(
    "does not take %j for it",
    (text) => {
      expect(isFile(text)).toBe(false);
    },
  );

  it("is taken at any length, and as quickly refused", async () => {
    const seconds = await cpuSeconds(() => {
      expect(isFile("A".repeat(40_000_000))).toBe(true);
      expect(isFile(`${"A".repeat(39_999_999)}!`)).toBe(false);
    });
    expect(seconds).toBeLessThan(5);
  });

  it("has one form for its bytes, which gives them back", () => {
    const texts = ["", "text", "\uFEFFä\0💾"].map((text) => new TextEncoder().encode(text));
    const other = [
      [0xff],
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      Array.from({ length: 20_000 }, (_, index) => index % 256),
    ];
    for (const bytes of texts) expect(fileOf("a", bytes, false)).toHaveProperty("content");
    for (const bytes of [...texts, ...other.map((values) => Uint8Array.from(values))]) {
      const file = fileOf("a", bytes, true);
      expect(file.executable).toBe(true);
      expect(v.is(LibraryFileSchema, file)).toBe(true);
      expect(bytesOf(file)).toEqual(bytes);
    }
  });
});
