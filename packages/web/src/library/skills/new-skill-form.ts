import type { ItemForm } from "../item/item-form.tsx";
import { NewSkillFields } from "./new-skill-fields.tsx";
import { skillFile } from "./skill-file.ts";

export interface NewSkillDraft {
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
}

/** A skill with only a SKILL.md. */
export const newSkillForm: ItemForm<NewSkillDraft> = {
  draftOf: () => ({ name: "", description: "", instructions: "" }),
  bodyOf: (draft) => ({ files: [{ path: "SKILL.md", content: skillFile(draft) }] }),
  problemOf: ({ name, description }) =>
    name.trim() === "" ? "Enter a name." : description.trim() === "" ? "Enter a description." : null,
  shownAtFields: [],
  Fields: NewSkillFields,
};
