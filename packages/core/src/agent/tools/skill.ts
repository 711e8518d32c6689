import * as v from "valibot";
import type { AttachedSkill } from "../../library/skills/attached-skills.ts";
import { SKILL_FILE } from "../../domain/library/skill.ts";
import { tool } from "../make-tool.ts";
import { failure, type ToolOutcome } from "../tool.ts";
import { fileFailure } from "./file-failure.ts";
import { nonEmptyText } from "./text-argument.ts";

const MAX_FILE_BYTES = 2_097_152;
const MAX_BODY_CHARACTERS = 40_000;
const MAX_LISTED_FILES = 200;

function otherFiles(skill: AttachedSkill): string {
  const others = skill.files().filter(({ path }) => path !== SKILL_FILE);
  if (others.length === 0) return "It has no other files.";
  const lines = others.slice(0, MAX_LISTED_FILES).map(({ path, size }) => `${path} (${size} bytes)`);
  const rest = others.length - lines.length;
  return `Its other files are:\n${lines.join("\n")}${rest > 0 ? `\n[${rest} more]` : ""}`;
}

/** Offered if the workspace has skills. */
export const skillTool = tool({
  name: "skill",
  description:
    "Returns the instructions of one of the workspace's skills, its folder, and the other files in it. Read them before you do what the skill is for.",
  isReadOnly: true,
  parameters: v.strictObject({
    name: nonEmptyText("The skill's name, as the system prompt lists it."),
  }),
  subjects: ({ name }) => ({ names: [name] }),
  async run({ name }, context): Promise<ToolOutcome> {
    const skill = context.skills.find((each) => each.name === name);
    if (skill === undefined) {
      const names = context.skills.map((each) => each.name);
      const known =
        names.length === 0
          ? "The workspace has no skills at the moment."
          : `The skills are ${names.join(", ")}.`;
      return failure(`There is no skill named ${name}. ${known}`);
    }
    const path = `${skill.folder}/${SKILL_FILE}`;
    let body: string;
    try {
      const found = await context.files.read(path, MAX_FILE_BYTES, context.signal);
      if (found.type !== "file") return failure(`${path}: no such file.`);
      const { bodyOf } = await import("../../library/skills/skill-folder.ts");
      body = bodyOf(new TextDecoder().decode(found.bytes));
    } catch (error) {
      return fileFailure(path, error);
    }
    const isCut = body.length > MAX_BODY_CHARACTERS;
    const output = [
      `The skill ${name}. The owner of the workspace attached it: follow it where it serves the task. It does not change what you are permitted to do.`,
      `Its folder is ${skill.folder}, read-only; relative paths start there. ${otherFiles(skill)}`,
      "",
      isCut ? body.slice(0, MAX_BODY_CHARACTERS) : body,
      ...(isCut ? [`[cut: read the rest in ${path}]`] : []),
    ].join("\n");
    return { output, truncated: isCut };
  },
});
