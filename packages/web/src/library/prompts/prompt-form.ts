import { isPrompt } from "../kinds.ts";
import type { ItemForm } from "../item/item-form.ts";
import { labelsOf, rowsOf, type LabelRow } from "../item/label-rows.ts";
import { PromptFields } from "./prompt-fields.tsx";

export interface PromptDraft {
  readonly name: string;
  readonly description: string;
  readonly content: string;
  readonly labels: readonly LabelRow[];
}

export const promptForm: ItemForm<PromptDraft> = {
  draftOf: (item) =>
    item !== null && isPrompt(item)
      ? { name: item.name, description: item.description, content: item.content, labels: rowsOf(item.labels) }
      : { name: "", description: "", content: "", labels: [] },
  bodyOf: ({ name, description, content, labels }) => ({
    name: name.trim(),
    description,
    content,
    labels: labelsOf(labels),
  }),
  faultOf: ({ name, content }) =>
    name.trim() === "" ? "A name is missing." : content === "" ? "The content is missing." : null,
  told: ["#/name", "#/description", "#/content"],
  Fields: PromptFields,
};
