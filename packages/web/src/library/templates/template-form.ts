import type { components } from "@workspace-agent/client";
import { formatConfig, parseConfig } from "../../api/parse-config.ts";
import { isTemplate } from "../kinds.ts";
import type { ItemForm } from "../item/item-form.tsx";
import { TemplateFields } from "./template-fields.tsx";

export type TemplateFile = components["schemas"]["LibraryFile"];

export interface TemplateDraft {
  readonly name: string;
  readonly description: string;
  readonly labels: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly config: string;
  readonly files: readonly TemplateFile[];
}

export const templateForm: ItemForm<TemplateDraft> = {
  draftOf: (item) =>
    item !== null && isTemplate(item)
      ? {
          name: item.name,
          description: item.description,
          labels: item.labels,
          config: formatConfig(item.config),
          files: item.files,
        }
      : { name: "", description: "", labels: {}, config: "{}\n", files: [] },
  bodyOf: ({ name, description, labels, config, files }) => ({
    name: name.trim(),
    description,
    labels,
    config: parseConfig(config).value ?? {},
    files,
  }),
  problemOf: ({ name, config }) => (name.trim() === "" ? "Enter a name." : parseConfig(config).problem),
  shownAtFields: ["#/name", "#/description"],
  Fields: TemplateFields,
};
