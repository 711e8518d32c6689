import { isPrompt } from "../kinds.ts";
import type { ItemForm } from "../item/item-form.tsx";
import { PromptFields } from "./prompt-fields.tsx";

export interface PromptDraft {
  readonly name: string;
  readonly description: string;
  readonly content: string;
  readonly labels: Readonly<Record<string, string>>;
}

export const promptForm: ItemForm<PromptDraft> = {
  draftOf: (item) =>
    item !== null && isPrompt(item)
      ? { name: item.name, description: item.description, content: item.content, labels: item.labels }
      : { name: "", description: "", content: "", labels: {} },
  bodyOf: ({ name, description, content, labels }) => ({
    name: name.trim(),
    description,
    content,
    labels,
  }),
  problemOf: ({ name, content }) =>
    name.trim() === "" ? "Enter a name." : content === "" ? "Enter the content." : null,
  shownAtFields: ["#/name", "#/description", "#/content"],
  Fields: PromptFields,
};
