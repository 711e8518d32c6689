import { expect, test } from "vitest";
import { emptyAnswer, givenAnswers, isAnswered } from "./answers.ts";

const one = { question: "Which branch?", options: [{ label: "main" }] };
const many = { question: "Which files?", multiple: true, options: [{ label: "a" }, { label: "b" }] };

test("own words stand in the place of an option, and beside several", () => {
  expect(
    givenAnswers(
      [one, one, many],
      [
        { chosen: ["main"], words: "" },
        { chosen: [], words: " other " },
        { chosen: ["a", "b"], words: "c" },
      ],
    ),
  ).toEqual({ 0: "main", 1: "other", 2: ["a", "b", "c"] });
});

test("one has to be answered, of several none may be chosen", () => {
  expect(isAnswered(one, emptyAnswer)).toBe(false);
  expect(isAnswered(many, emptyAnswer)).toBe(true);
  expect(isAnswered(one, { chosen: [], words: "x" })).toBe(true);
});
