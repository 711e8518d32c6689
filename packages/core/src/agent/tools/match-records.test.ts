import { expect, it } from "vitest";
import { MatchRecords } from "./match-records.ts";

const record = (text: string, line = 1) =>
  `${JSON.stringify({
    type: "match",
    data: {
      path: { text: "./a" },
      lines: { text },
      line_number: line,
      absolute_offset: 0,
      submatches: [{ match: { text: '"start":7,"submatches":[' }, start: 2, end: 3 }],
    },
  })}\n`;

function read(text: string, size: number, most = 10): MatchRecords {
  const records = new MatchRecords(most);
  for (let at = 0; at < text.length; at += size) records.add(text.slice(at, at + size));
  records.end();
  return records;
}

it.each([1, 7, 64, 100_000])("reads records that come in pieces of %d characters", (size) => {
  const text = `{"type":"begin"}\n${record("one\n")}${record('two "start":9\n', 2)}{"type":"end"}\n`;
  const { lines, count } = read(text, size);
  expect(count).toBe(2);
  expect(lines.map(({ text, number, at }) => [text, number, at])).toEqual([
    ["one", 1, 2],
    ['two "start":9', 2, 2],
  ]);
});

it("counts what it does not keep", () => {
  const { lines, count } = read(record("x\n").repeat(50), 1_000, 3);
  expect([lines.length, count]).toEqual([3, 50]);
});

it("tells the file of a line that is too long to be read", () => {
  const { lines } = read(record("x".repeat(20_000_000)) + record("y\n"), 65_536);
  expect(lines.map(({ path, number, text }) => [path, number, text])).toEqual([
    ["./a", null, ""],
    ["./a", 1, "y"],
  ]);
});

it("counts a record that was cut off by the end", () => {
  const { count } = read(record("x".repeat(1_000)).slice(0, 500), 100);
  expect(count).toBe(1);
});
