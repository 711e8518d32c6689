import { expect, test } from "vitest";
import { emptyAnswer, givenAnswers, isAnswered, toggled } from "./answers.ts";

const one = { question: "Which branch?", options: [{ label: "main" }] };
const many = { question: "Which files?", multiple: true, options: [{ label: "a" }, { label: "b" }] };

test("a typed answer replaces an option, and is added to multiple ones", () => {
  expect(
    givenAnswers(
      [one, one, many],
      [
        { chosen: ["main"], text: "" },
        { chosen: [], text: " other " },
        { chosen: ["a", "b"], text: "c" },
      ],
    ),
  ).toEqual({ 0: "main", 1: "other", 2: ["a", "b", "c"] });
});

test("an option that is chosen replaces a typed answer, and is added to it where several may be chosen", () => {
  const typed = { chosen: [], text: "other" };
  expect(toggled(one, typed, "main")).toEqual({ chosen: ["main"], text: "" });
  const both = toggled(many, typed, "a");
  expect(both).toEqual({ chosen: ["a"], text: "other" });
  expect(toggled(many, both, "a")).toEqual(typed);
});

test("a single choice needs an answer, a multiple choice does not", () => {
  expect(isAnswered(one, emptyAnswer)).toBe(false);
  expect(isAnswered(many, emptyAnswer)).toBe(true);
  expect(isAnswered(one, { chosen: [], text: "x" })).toBe(true);
});
