import type { ItemForm } from "../item/item-form.ts";
import { NewSkillFields } from "./new-skill-fields.tsx";
import { skillFile } from "./skill-file.ts";

export interface NewSkillDraft {
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
}

/** A skill of one file. Skills with more come as archives. */
export const newSkillForm: ItemForm<NewSkillDraft> = {
  draftOf: () => ({ name: "", description: "", instructions: "" }),
  bodyOf: (draft) => ({ files: [{ path: "SKILL.md", content: skillFile(draft) }] }),
  faultOf: ({ name, description }) =>
    name.trim() === ""
      ? "A name is missing."
      : description.trim() === ""
        ? "A description is missing: the agent chooses skills by it."
        : null,
  told: [],
  Fields: NewSkillFields,
};
