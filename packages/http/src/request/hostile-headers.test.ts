import { describe, expect, test } from "vitest";
import { parseTags } from "../conditions/etag.ts";
import { bearerToken } from "../credentials/identify.ts";
import { parseRange } from "../files/range.ts";
import { prefersCoding } from "../headers/prefers-coding.ts";
import { namesType } from "../headers/accept.ts";

/** What is read in linear time takes milliseconds for this; what backtracks takes longer than any test may. */
const LENGTH = 100_000;

const PARSERS: Readonly<Record<string, (header: string) => unknown>> = {
  Accept: (header) => namesType(header, "text/html"),
  "Accept-Encoding": (header) => prefersCoding(header, ["br", "gzip"]),
  Range: (header) => parseRange(`bytes=${header}`),
  "If-None-Match": (header) => {
    try {
      return parseTags(header);
    } catch {
      return null;
    }
  },
  Authorization: (header) => bearerToken(`Bearer ${header}`),
};

describe.each(Object.entries(PARSERS))("a hostile %s header is read in linear time", (_, parse) => {
  test.each(["a \t", "a;q=", 'W/"', '"",', "1-", ";", ",", "a, ", "="])("of %j again and again", (piece) => {
    const repeated = piece.repeat(LENGTH / piece.length);
    for (const last of ["", "x", "\n"]) expect(() => parse(`${repeated}${last}`)).not.toThrow();
  });

  test("of one word in a desert of spaces", () => {
    const spaces = " ".repeat(LENGTH);
    expect(() => parse(`a${spaces}b${spaces}`)).not.toThrow();
  });
});
