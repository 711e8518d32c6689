import { describe, expect, test } from "vitest";
import { guessMapping, mappingProblem, promptsOf, countDuplicates } from "./columns.ts";
import { ImportRefusal } from "./refusal.ts";
import { readTable } from "./table.ts";

describe("a table", () => {
  test("may have separators, quotes, and line breaks in quoted cells", () => {
    const { columns, rows } = readTable('\uFEFFname,content\r\nA,"x, ""y""\nz"\r\n');
    expect(columns).toEqual(["name", "content"]);
    expect(rows).toEqual([["A", 'x, "y"\nz']]);
  });

  test("may be separated by semicolons or tabs", () => {
    expect(readTable("name;content\nA;x, y").rows).toEqual([["A", "x, y"]]);
    expect(readTable("name\tcontent\nA\tx").rows).toEqual([["A", "x"]]);
  });

  test("that is malformed or has no rows is refused", () => {
    expect(() => readTable('name,content\nA,"x')).toThrow(ImportRefusal);
    expect(() => readTable("name,content\n")).toThrow("The table has no rows.");
  });
});

describe("the columns of a table", () => {
  test("are recognized by common names", () => {
    expect(guessMapping(["act", "Prompt", "label:team", "for_devs"])).toEqual([
      "name",
      "content",
      "label:team",
      "",
    ]);
    expect(guessMapping(["id", "name", "text"])).toEqual(["", "name", "content"]);
  });

  test("must have exactly one name and one content", () => {
    expect(mappingProblem(["name", ""])).toBe("Choose a column for the content.");
    expect(mappingProblem(["name", "content", "content"])).toBe("Only one column can be the content.");
    expect(mappingProblem(["name", "content", "", "label:a"])).toBeNull();
  });
});

describe("rows as prompts", () => {
  const table = {
    columns: ["name", "content", "label:team"],
    rows: [
      ["A", "x", "docs"],
      ["B", ""],
      ["A", "y"],
    ],
  };
  const mapping = guessMapping(table.columns);

  test("have labels, and no fields for empty cells", () => {
    expect(promptsOf(table, mapping, false)).toEqual([
      { name: "A", content: "x", labels: { team: "docs" } },
      { name: "B" },
      { name: "A", content: "y" },
    ]);
  });

  test("get numbers for duplicate names that no other row uses", () => {
    expect(countDuplicates(table, mapping)).toBe(1);
    const more = { ...table, rows: [...table.rows, ["A 2", "z"], ["A", "w"]] };
    expect(promptsOf(more, mapping, true).map((prompt) => ("name" in prompt ? prompt.name : null))).toEqual([
      "A",
      "B",
      "A 3",
      "A 2",
      "A 4",
    ]);
  });

  test("get their numbers in a time that grows with the table", () => {
    const rows = Array.from({ length: 20_000 }, () => ["A", "x"]);
    expect(promptsOf({ ...table, rows }, mapping, true).at(-1)).toEqual({ name: "A 20000", content: "x" });
  });
});
