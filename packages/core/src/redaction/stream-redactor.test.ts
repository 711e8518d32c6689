import { Buffer } from "node:buffer";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SecretForms } from "./secret-forms.ts";
import { StreamRedactor } from "./stream-redactor.ts";

describe("taking secrets out of a text that comes in pieces", () => {
  it("finds a secret whose pieces come one by one, and shows at once what cannot be one", () => {
    const redactor = new StreamRedactor(new SecretForms({ KEY: "canary-value" }));
    expect(redactor.add("listening on 80\ncan")).toBe("listening on 80\n");
    expect(redactor.add("ary-val")).toBe("");
    expect(redactor.add("ue, and can")).toBe("[secret KEY], and ");
    expect(redactor.end()).toBe("can");
  });

  it("shows a secret's name at once where nothing longer can come", () => {
    const redactor = new StreamRedactor(new SecretForms({ KEY: "canary-value" }));
    expect(redactor.add("up canary-value\n")).toBe("up [secret KEY]\n");
  });

  it("takes the longer of two secrets that begin alike", () => {
    const redactor = new StreamRedactor(new SecretForms({ A: "abcd", B: "abcdef" }));
    expect(redactor.add("xabcd") + redactor.add("ef abcd") + redactor.end()).toBe("x[secret B] [secret A]");
  });

  it("gives the same text whatever the pieces are, and none that holds a secret", () => {
    const secrets = { ONE: "abab", TWO: "ababba", THREE: "a.b*" };
    const encoded = Object.values(secrets).flatMap((value) => [btoa(value), encodeURIComponent(value)]);
    const piece = fc.oneof(
      fc.constantFrom(
        "a",
        "b",
        "abab",
        "abba",
        "[",
        "\\",
        "a.b*",
        "\n",
        "%",
        "%6",
        "61",
        "%62",
        "n",
        "\r\n  ",
      ),
      fc.constantFrom(...encoded.flatMap((text) => [text.slice(0, 4), text.slice(4), text])),
    );
    const forms = new SecretForms(secrets);
    const whole = (text: string) => {
      const redactor = new StreamRedactor(forms);
      return redactor.add(text) + redactor.end();
    };
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const redactor = new StreamRedactor(forms);
        const shown = pieces.map((text) => redactor.add(text)).join("") + redactor.end();
        expect(shown).toBe(whole(pieces.join("")));
        for (const form of Object.values(secrets)) expect(shown).not.toContain(form);
      }),
      { numRuns: 1_000 },
    );
  });

  it("finds any secret in any form between any text, whatever the pieces are", () => {
    const secret = fc.oneof(
      fc.string({ minLength: 4, maxLength: 60 }),
      fc.string({ unit: "grapheme", minLength: 6, maxLength: 30 }),
      fc.string({
        unit: fc.constantFrom("a", "b", "\n", "+", " ", "%", "4", "1", "/", "\\", "é"),
        minLength: 6,
        maxLength: 50,
      }),
      fc
        .array(fc.base64String({ minLength: 64, maxLength: 64 }), { minLength: 2, maxLength: 4 })
        .map((lines) => lines.join("\n")),
    );
    const base64 = (text: string) => Buffer.from(text).toString("base64");
    const forms: readonly ((text: string) => string)[] = [
      (text) => text,
      base64,
      (text) => base64(`x${text}yz`),
      (text) => base64(text).replaceAll(/.{20}/g, "$&\n   "),
      (text) => JSON.stringify(base64(text).replaceAll(/.{76}/g, "$&\n")).slice(1, -1),
      (text) => Buffer.from(text).toString("hex"),
      (text) => JSON.stringify(text).slice(1, -1),
      (text) => encodeURIComponent(text).replaceAll("%20", "+"),
      (text) => text.replaceAll("'", "'\\''"),
    ];
    // What follows a percent sign or a backslash may be read as the rest of an escape.
    const between = fc
      .oneof(fc.string({ maxLength: 10 }), fc.constantFrom("\n", "=", "a\n"))
      .map((text) => text.replaceAll(/[%\\]/g, "~"));
    const given = fc.record({
      value: secret.filter((text) => text.trim().length >= 6 && text.isWellFormed()),
      parts: fc.array(fc.tuple(between, fc.constantFrom(...forms)), { minLength: 1, maxLength: 4 }),
      size: fc.integer({ min: 1, max: 20 }),
    });
    fc.assert(
      fc.property(given, ({ value, parts, size }) => {
        const written = parts.map(([before, form]) => [before, form(value)] as const);
        const text = written.flat().join("");
        const whole = new StreamRedactor(new SecretForms({ KEY: value })).whole(text);
        for (const [, form] of written) expect(whole).not.toContain(form);
        const redactor = new StreamRedactor(new SecretForms({ KEY: value }));
        let shown = "";
        for (let at = 0; at < text.length; at += size) shown += redactor.add(text.slice(at, at + size));
        expect(shown + redactor.end()).toBe(whole);
      }),
      { numRuns: 1_000 },
    );
  });

  it("shows a line break inside of a long secret once, also where less is certain than before", () => {
    const KEY = `${"ab".repeat(150)}\n3`;
    // It makes the filter take some characters after the line break for the beginning of a piece.
    const OTHER = "-HZTb^iSkM9002ci(Lk#<8p0f;?#zf";
    const redactor = new StreamRedactor(new SecretForms({ KEY, OTHER }));
    const shown = Array.from(`${KEY}CC`, (unit) => redactor.add(unit)).join("") + redactor.end();
    expect(shown).toBe("[secret KEY]\nCC");
  });

  it("shows a line at once that has ended", () => {
    const redactor = new StreamRedactor(new SecretForms({ KEY: "canary-value", OTHER: "another-value/1+2" }));
    for (const line of ["listening on port 80\n", "a value\n", "can\n"])
      expect(redactor.add(line)).toBe(line);
  });

  it("finds secrets that are very long, in pieces of any size, and what is left of them", () => {
    const long = Array.from({ length: 8_000 }, (_, index) => `${index}x`).join("");
    const other = long.replaceAll("x", "y");
    const forms = new SecretForms({ LONG: long, OTHER: other, KEY: "canary-value" });
    const text = `a ${long} b canary-value ${other} c ${long.slice(5_000, 9_000)} d`;
    for (const size of [1, 7, 33, 4_096, text.length]) {
      const redactor = new StreamRedactor(forms);
      let shown = "";
      for (let at = 0; at < text.length; at += size) shown += redactor.add(text.slice(at, at + size));
      shown += redactor.end();
      expect(shown).toMatch(
        /^a (\[secret LONG\])+ b \[secret KEY\] (\[secret OTHER\])+ c [\dxy]{0,15}(\[secret LONG\])+[\dxy]{0,15} d$/,
      );
    }
  });

  it("passes text on where there are no secrets", () => {
    const redactor = new StreamRedactor(new SecretForms({}));
    expect(redactor.add("text") + redactor.end()).toBe("text");
  });
});
