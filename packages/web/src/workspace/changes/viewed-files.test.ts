import { expect, test } from "vitest";
import { viewedPaths, ViewedFiles } from "./viewed-files.ts";

function memory(first: Readonly<Record<string, string>> = {}) {
  const items = new Map(Object.entries(first));
  return {
    items,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  };
}

const isViewed = (marks: ViewedFiles, scope: string, path: string, version: string) =>
  viewedPaths(marks.read(), scope, new Map([[path, { version }]])).has(path);

test("a mark is of a version, a path and a scope", () => {
  const marks = new ViewedFiles(memory());
  marks.change("ses_1", "a.ts", "1..2");
  expect(isViewed(marks, "ses_1", "a.ts", "1..2")).toBe(true);
  expect(isViewed(marks, "ses_1", "a.ts", "1..3")).toBe(false);
  expect(isViewed(marks, "ses_1", "b.ts", "1..2")).toBe(false);
  expect(isViewed(marks, "ses_2", "a.ts", "1..2")).toBe(false);
  marks.change("ses_1", "a.ts", null);
  expect(isViewed(marks, "ses_1", "a.ts", "1..2")).toBe(false);
});

test("marks outlive the page, are those of other tabs too, and are announced", () => {
  const store = memory();
  const [one, other] = [new ViewedFiles(store), new ViewedFiles(store)];
  let calls = 0;
  const stop = one.subscribe(() => (calls += 1));
  one.change("ses_1", "a.ts", "1..2");
  other.change("ses_1", "b.ts", "1..2");
  const known = one.read();
  expect([...known.values()]).toEqual(["1..2", "1..2"]);
  expect(one.read()).toBe(known);
  stop();
  one.change("ses_1", "c.ts", "1..2");
  expect(calls).toBe(1);
  expect(isViewed(new ViewedFiles(store), "ses_1", "b.ts", "1..2")).toBe(true);
});

test("the oldest of more than 1,000 marks go", () => {
  const marks = new ViewedFiles(memory());
  for (let file = 0; file <= 1_000; file++) marks.change("ses_1", `${file}`, "1..2");
  expect(marks.read().size).toBe(1_000);
  expect(isViewed(marks, "ses_1", "0", "1..2")).toBe(false);
  expect(isViewed(marks, "ses_1", "1000", "1..2")).toBe(true);
});

test.each(["no JSON", "{}", '[["a"],["b",1],3]'])("what others have stored is no mark: %s", (viewed) => {
  expect(new ViewedFiles(memory({ viewed })).read().size).toBe(0);
});

test("a mark for which there is no space is not set", () => {
  const marks = new ViewedFiles({
    getItem: () => null,
    setItem: () => {
      throw new Error("The quota has been exceeded.");
    },
  });
  marks.change("ses_1", "a.ts", "1..2");
  expect(isViewed(marks, "ses_1", "a.ts", "1..2")).toBe(false);
});
