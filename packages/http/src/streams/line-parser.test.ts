import type { BulkLine } from "@workspace-agent/core/schemas";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineParser } from "./line-parser.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

function parse(chunks: readonly Uint8Array[], lineBytes = 1000): readonly BulkLine[] {
  const parser = new LineParser(lineBytes);
  return [...chunks.flatMap((chunk) => parser.push(chunk)), ...parser.end()];
}

/** What came, with a fault as its code. */
const told = (lines: readonly BulkLine[]) =>
  lines.map((line) => ("value" in line ? line.value : line.fault.code));

function cut(whole: Uint8Array, size: number): readonly Uint8Array[] {
  const count = Math.ceil(whole.byteLength / size);
  return Array.from({ length: count }, (_, index) => whole.subarray(index * size, (index + 1) * size));
}

describe("lines of JSON", () => {
  test("are numbered from 0, whether or not the last one is ended", () => {
    const expected = [
      { index: 0, value: 1 },
      { index: 1, value: { a: "b" } },
    ];
    expect(parse([bytes('1\n{"a":"b"}')])).toEqual(expected);
    expect(parse([bytes('1\n{"a":"b"}\n')])).toEqual(expected);
  });

  test("may end with CRLF, begin with a BOM and have blank ones between them, which do not count", () => {
    const text = '\ufeff{"a":1}\r\n\r\n  \t\n\n2\r\n';
    for (const size of [1, 2, 3, 5, 100]) {
      expect(parse(cut(bytes(text), size))).toEqual([
        { index: 0, value: { a: 1 } },
        { index: 1, value: 2 },
      ]);
    }
  });

  test("are nothing where there is nothing", () => {
    for (const text of ["", "\n", "\r\n\r\n", "\ufeff", "\ufeff\n \n"])
      expect(parse([bytes(text)])).toEqual([]);
  });

  test("are separated by \\n only", () => {
    expect(told(parse([bytes('"a\u2028b\u0085c"\n1\r2\n3')]))).toEqual([
      "a\u2028b\u0085c",
      "invalid_request",
      3,
    ]);
  });

  test("have a BOM in the first place only", () => {
    expect(told(parse([bytes("1\n\ufeff2\n")]))).toEqual([1, "invalid_request"]);
    for (const size of [1, 2, 100])
      expect(told(parse(cut(bytes("\n\ufeff2\n"), size)))).toEqual(["invalid_request"]);
  });

  test("that are none are faults in their place", () => {
    const bad = [bytes("1\n{broken\n"), Uint8Array.of(0x22, 0xff, 0x22, 0x0a), bytes("4\nundefined\n6")];
    const expected = [1, "invalid_request", "invalid_request", 4, "invalid_request", 6];
    expect(told(parse(bad))).toEqual(expected);
    const whole = new Uint8Array(bad.flatMap((part) => [...part]));
    expect(told(parse([whole]))).toEqual(expected);
    expect(parse([whole]).map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("beyond their limit are passed over to their end, however they come", () => {
    const text = `1\n"${"x".repeat(50)}"\n"${"y".repeat(18)}"\n"${"z".repeat(19)}"\n"${"v".repeat(500)}`;
    for (const size of [1, 7, 21, 60, 1000]) {
      expect(told(parse(cut(bytes(text), size), 20))).toEqual([
        1,
        "payload_too_large",
        "y".repeat(18),
        "payload_too_large",
        "payload_too_large",
      ]);
    }
  });

  test("come out the same however they are cut", () => {
    const line = fc.oneof(
      fc.json().map((text) => ({ text, value: JSON.parse(text) as unknown })),
      fc.constantFrom("", " ", "{", "ü", "\ufeff").map((text) => ({ text, value: undefined })),
    );
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat({ max: 40 }), { maxLength: 50 }), (lines, cuts) => {
        const whole = bytes(lines.map(({ text }) => text).join("\n"));
        const edges = [...new Set([0, ...cuts.map((at) => Math.min(at * 3, whole.byteLength))])].sort(
          (a, b) => a - b,
        );
        const chunks = edges.map((from, index) => whole.subarray(from, edges[index + 1]));
        expect(parse(chunks, 10_000)).toEqual(parse([whole], 10_000));
        const values = parse([whole], 10_000).flatMap((each) => ("value" in each ? [each.value] : []));
        expect(values).toEqual(lines.flatMap(({ value }) => (value === undefined ? [] : [value])));
      }),
      { numRuns: 300 },
    );
  });
});
