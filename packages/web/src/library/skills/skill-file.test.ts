import { expect, test } from "vitest";
import { skillFile } from "./skill-file.ts";

test("a skill's file says its name and description in quotes, and then what to do", () => {
  expect(
    skillFile({ name: " word-count ", description: 'Counts: "words" # all', instructions: "Run `wc`.\n" }),
  ).toBe('---\nname: "word-count"\ndescription: "Counts: \\"words\\" # all"\n---\n\nRun `wc`.\n');
});
