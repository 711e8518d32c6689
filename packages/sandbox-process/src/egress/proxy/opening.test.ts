import { describe, expect, it, onTestFinished, vi } from "vitest";
import { OpeningReader } from "./opening.ts";

/** The records of an incomplete greeting, of one byte each. */
function tinyRecords(count: number): Buffer[] {
  const message = [1, 0, 0xff, 0xff];
  return Array.from({ length: count }, (_, index) => Buffer.from([22, 3, 1, 0, 1, message[index] ?? 0]));
}

/** The number of bytes that `work` copies. */
function copied(work: () => void): number {
  let bytes = 0;
  const concat = Buffer.concat.bind(Buffer);
  const spy = vi.spyOn(Buffer, "concat").mockImplementation((list, total) => {
    const all = concat(list, total);
    bytes += all.length;
    return all;
  });
  onTestFinished(() => spy.mockRestore());
  work();
  return bytes;
}

describe("the opening of a tunnel", () => {
  it.each([
    ["in records of one byte", tinyRecords(10_000)],
    [
      "in pieces of one byte",
      tinyRecords(10_000).flatMap((record) => Array.from(record, (byte) => Buffer.from([byte]))),
    ],
  ])("is read in time linear to its length: %s", (_, pieces) => {
    const reader = new OpeningReader();
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const bytes = copied(() => {
      for (const piece of pieces) expect(reader.add(piece).type).toBe("incomplete");
    });
    expect(bytes).toBeLessThanOrEqual(2 * size);
    expect(reader.bytes().length).toBe(size);
  });

  it.each([
    ["GET /", "http"],
    ["OPTIONS * HTTP", "http"],
    ["SSH-2.0-x", "other"],
    ["\u0000", "other"],
  ])("in pieces of one byte is what it is as a whole: %j", (text, type) => {
    const reader = new OpeningReader();
    const found = Array.from(text, (letter) => reader.add(Buffer.from(letter, "latin1")).type);
    expect(found.find((each) => each !== "incomplete")).toBe(type);
    expect(new OpeningReader().add(Buffer.from(text, "latin1")).type).toBe(type);
  });
});
