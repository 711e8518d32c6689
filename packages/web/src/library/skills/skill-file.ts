import type { NewSkillDraft } from "./new-skill-form.ts";

/** A `SKILL.md`. JSON strings are valid YAML. */
export function skillFile({ name, description, instructions }: NewSkillDraft): string {
  const front = `---\nname: ${JSON.stringify(name.trim())}\ndescription: ${JSON.stringify(description.trim())}\n---\n`;
  const body = instructions.trim();
  return body === "" ? front : `${front}\n${body}\n`;
}
