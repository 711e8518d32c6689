import { Buffer } from "node:buffer";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SecretForms } from "./secret-forms.ts";
import { StreamRedactor } from "./stream-redactor.ts";

const redactor = (secrets: Readonly<Record<string, string>>) => {
  const forms = new SecretForms(secrets);
  return (text: string) => new StreamRedactor(forms).whole(text);
};
const SECRET = "s3cr3t/va+lue (one) 'two'*é!";
const redact = redactor({ API_KEY: SECRET, SHORT: "abc" });

const base64 = (text: string) => Buffer.from(text).toString("base64");
const wrapped = (text: string, columns: number, end = "\n") =>
  text.replaceAll(new RegExp(`.{${columns}}`, "g"), `$&${end}`);
const percentEncoded = (text: string, safe: RegExp) =>
  [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return safe.test(character) ? character : `%${byte.toString(16).padStart(2, "0").toUpperCase()}`;
    })
    .join("");
const lowerCaseHex = (text: string) => text.replaceAll(/%../g, (code) => code.toLowerCase());

/** A key as OpenSSL writes it, of lines that tell nothing by themselves. */
const PEM = [
  "-----BEGIN PRIVATE KEY-----",
  ...Array.from({ length: 6 }, (_, line) => base64(`line ${line} `.repeat(8)).slice(0, 64)),
  "-----END PRIVATE KEY-----",
  "",
].join("\n");
const KEY_LINES = PEM.split("\n").filter((line) => line.length === 64);

describe("the redactor", () => {
  it.each([
    ["plain", SECRET],
    ["in base64", base64(SECRET)],
    ["in base64url", Buffer.from(SECRET).toString("base64url")],
    ["in hexadecimal", Buffer.from(SECRET).toString("hex")],
    ["URL-encoded", encodeURIComponent(SECRET)],
    ["URL-encoded with slashes", percentEncoded(SECRET, /[\w.~/-]/)],
    ["URL-encoded strictly", percentEncoded(SECRET, /[\w.~-]/)],
    ["URL-encoded in lower case", lowerCaseHex(percentEncoded(SECRET, /[\w.~-]/))],
    ["as in a form", percentEncoded(SECRET, /[\w.~ -]/).replaceAll(" ", "+")],
    ["URL-encoded to its last character", percentEncoded(SECRET, /[^\s\S]/)],
    ["in JSON", JSON.stringify({ a: SECRET })],
    ["in JSON of ASCII", JSON.stringify({ a: SECRET }).replaceAll("é", "\\u00e9")],
    ["quoted by a shell", SECRET.replaceAll(/[^\w/+é-]/g, "\\$&")],
    ["in single quotes", SECRET.replaceAll("'", "'\\''")],
  ])("takes a secret out %s", (_, form) => {
    const cleaned = redact(`before ${form} after`);
    expect(cleaned).toContain("[secret API_KEY]");
    expect(cleaned).toMatch(/^before ["{a:]*\[secret API_KEY\][\s"}=n\\]* after$/);
  });

  it.each(["", "u", "us", "use", "user:"])(
    "takes a secret out of the base64 of a text after %j",
    (before) => {
      const cleaned = redact(base64(`${before}${SECRET} and what follows`));
      expect(cleaned).toContain("[secret API_KEY]");
      const rest = Buffer.from(cleaned.split("[secret API_KEY]")[0] ?? "", "base64").toString();
      expect(before).toContain(rest.slice(0, before.length));
      for (let start = 0; start + 3 <= SECRET.length; start++)
        expect(Buffer.from(cleaned, "base64").toString()).not.toContain(SECRET.slice(start, start + 3));
    },
  );

  it("leaves fewer than eight characters of a secret before and after a line break in base64", () => {
    const anything = fc.uint8Array({ maxLength: 40 });
    const end = fc.constantFrom("\n", "\r\n", "\n      ", "\\n");
    fc.assert(
      fc.property(anything, fc.integer({ min: 8, max: 80 }), end, (before, columns, lineEnd) => {
        const text = Buffer.concat([before, Buffer.from(SECRET)]).toString("base64");
        const known = text.slice(Math.ceil((before.length * 4) / 3), -2);
        const cleaned = redact(wrapped(text, columns, lineEnd));
        expect(cleaned).toContain("[secret API_KEY]");
        for (let start = 0; start + 8 <= known.length; start++)
          expect(cleaned).not.toContain(known.slice(start, start + 8));
      }),
    );
  });

  it("takes a letter after a backslash for itself", () => {
    expect(redactor({ KEY: "4711-secret" })(`\\${base64("4711-secret")}`)).toBe("\\[secret KEY]=");
  });

  it("takes the lines of a secret out one by one, whatever stands between them", () => {
    const cleaned = redactor({ PEM })(PEM.replaceAll(/^/gm, "   1\t> "));
    for (const line of KEY_LINES) expect(cleaned).not.toContain(line);
    expect(cleaned).toContain("-----BEGIN PRIVATE KEY-----");
    expect(redactor({ PEM })(`first: ${KEY_LINES[0]}\n`)).toBe("first: [secret PEM]\n");
  });

  it("takes what numbered lines show of a secret in base64", () => {
    const text = wrapped(base64(PEM), 76).split("\n");
    const cleaned = redactor({ PEM })(text.map((line, index) => `${index}:${line}`).join("\n"));
    for (const line of text.filter(({ length }) => length > 12))
      expect(cleaned).not.toContain(line.slice(0, 12));
  });

  it("leaves the headers of keys in other files", () => {
    const other = "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n";
    expect(redactor({ PEM })(other)).toBe(other);
  });

  it("keeps the number of lines", () => {
    const cleaned = redactor({ PEM })(`a\n${PEM}b\n`);
    expect(cleaned.split("\n")).toHaveLength(`a\n${PEM}b\n`.split("\n").length);
    expect(cleaned.split("\n").at(-2)).toBe("b");
  });

  it("takes out what a cut has left of a secret, when that is half of it", () => {
    const value = "0123456789abcdefghijklmnopqrstuvwxyzABCD";
    expect(redactor({ KEY: value })(`x ${value.slice(0, 30)}`)).toBe("x [secret KEY]");
    expect(redactor({ KEY: value })(`x ${value.slice(20)}`)).toBe("x [secret KEY]");
  });

  it("finds a secret that holds what looks encoded itself", () => {
    const value = "100%41%2f+b c%zz%";
    for (const form of [value, encodeURIComponent(value), base64(value)])
      expect(redactor({ KEY: value })(`x=${form};`)).toMatch(/^x=\[secret KEY\]=*;$/);
  });

  it.each([
    ["user: bob\nà-la-façade9", '"user: bob\\n\\u00e0-la-fa\\u00e7ade9"'],
    ["ab/cd9\nef/gh7", '"ab\\/cd9\\nef\\/gh7"'],
    ["tab\tnaïveté9", '"tab\\tna\\u00efvet\\u00e99"'],
    ["first line\nsecond line", "first\\ line\nsecond\\ line"],
    ["pa ss+wo rd", "pa+ss%2Bwo+rd"],
    ["s3cr$t@x", "postgres://u:s3cr$t%40x@h/db"],
    ["j/k:l m", "j%2fk%3Al%20m"],
    ["p&ss<wd>", '"p\\u0026ss\\u003cwd\\u003e"'],
    ["café/menu", '"caf\\u00E9\\/menu"'],
    ["ab,cd ef#1", "ab\\,cd\\ ef#1"],
    ["ab c\nde'f", "$'ab c\\nde\\'f'"],
    ["p$ss w(rd", '"p\\$ss w(rd"'],
    ["it's $5~x", "'it'\"'\"'s $5~x'"],
    ["ab~?>~~", "YWJ%2BPz5%2Bfg%3D%3D"],
  ])("finds %j as another program writes it: %s", (value, written) => {
    const cleaned = redactor({ KEY: value })(`x ${written} y`);
    expect(cleaned).toMatch(/^x [^ ]*\[secret KEY\][^ ]* y$/);
    const left = cleaned.replace("[secret KEY]", "");
    for (let start = 0; start + 3 <= value.length; start++)
      expect(left).not.toContain(value.slice(start, start + 3));
  });

  it("finds a secret of any size as it is", () => {
    const value = Array.from({ length: 80_000 }, (_, index) => index.toString(36)).join(".");
    const clean = redactor({ PIN: "471147114711", KEY: value });
    expect(clean(`471147114711 x ${value} y`)).toBe("[secret PIN] x [secret KEY] y");
  });

  it("leaves values that are too short to tell from words", () => {
    expect(redact("abc")).toBe("abc");
  });

  it("takes short values out as they are, and leaves words alone", () => {
    const cleaned = redactor({ PIN: "4711" })(
      `4711, ${base64("4711")}, the user passwords of 2026 and a+b%20c`,
    );
    expect(cleaned).toBe("[secret PIN], [secret PIN]==, the user passwords of 2026 and a+b%20c");
  });

  it("finds the end of a long secret that has lost its last line break", () => {
    const value = Array.from({ length: 6_000 }, (_, index) => index.toString(36)).join(".");
    expect(redactor({ KEY: `${value}\n` })(`x ${value} y`)).toBe("x [secret KEY] y");
    expect(redactor({ KEY: value })(`${value.slice(0, 10_000)} y`)).toMatch(/^\[secret KEY\].{0,14} y$/);
  });

  it("finds a short value in base64url", () => {
    for (const value of ["~~~~", "ab~?>"])
      expect(redactor({ KEY: value })(Buffer.from(value).toString("base64url"))).toBe("[secret KEY]");
  });

  it("takes time that grows with the text alone, also where all of it is nearly a secret", () => {
    const clean = redactor({ KEY: "a".repeat(30_000) });
    const text = `${"a".repeat(15)}b`.repeat(60_000);
    expect(clean(text)).toBe(text);
  });

  it("finds every piece of a secret whose characters repeat", () => {
    const value = Array.from({ length: 20 }, (_, index) => `ab${String.fromCharCode(65 + index)}`).join("");
    const clean = redactor({ KEY: value });
    const hex = Buffer.from(value).toString("hex");
    for (let start = 0; start + 12 <= hex.length; start++)
      expect(clean(hex.slice(start, start + 12)), String(start)).toBe("[secret KEY]");
  });

  it("finds all of a long number in hexadecimal", () => {
    let state = 1;
    const digits = Array.from({ length: 15_000 }, () => (state = (state * 48_271) % 2_147_483_647) % 10);
    const value = digits.join("");
    expect(redactor({ KEY: value })(Buffer.from(value).toString("hex"))).toBe("[secret KEY]");
  });

  it("names the longer of two secrets that begin alike, where it is there", () => {
    const CERT = Array.from({ length: 100 }, (_, index) => index.toString(36)).join(".");
    const CHAIN = `${CERT}/${CERT.toUpperCase()}`;
    const clean = redactor({ CERT, CHAIN });
    expect(clean(CHAIN)).toBe("[secret CHAIN]");
    expect(clean(CERT)).toBe("[secret CERT]");
  });

  it("leaves text alone that holds none", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        expect(redact(text)).toBe(text);
      }),
    );
  });
});
