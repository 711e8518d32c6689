import { expect, test } from "vitest";
import { skillFile } from "./skill-file.ts";

test("a SKILL.md has a quoted name and description, and the instructions", () => {
  expect(
    skillFile({ name: " word-count ", description: 'Counts: "words" # all', instructions: "Run `wc`.\n" }),
  ).toBe('---\nname: "word-count"\ndescription: "Counts: \\"words\\" # all"\n---\n\nRun `wc`.\n');
});
