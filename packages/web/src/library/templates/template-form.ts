import type { components } from "@workspace-agent/client";
import { isTemplate } from "../kinds.ts";
import type { ItemForm } from "../item/item-form.ts";
import { labelsOf, rowsOf, type LabelRow } from "../item/label-rows.ts";
import { configFault } from "./config-text.ts";
import { TemplateFields } from "./template-fields.tsx";

export type TemplateFile = components["schemas"]["LibraryFile"];

export interface TemplateDraft {
  readonly name: string;
  readonly description: string;
  readonly labels: readonly LabelRow[];
  /** JSON, as it is typed. */
  readonly config: string;
  readonly files: readonly TemplateFile[];
}

export const templateForm: ItemForm<TemplateDraft> = {
  draftOf: (item) =>
    item !== null && isTemplate(item)
      ? {
          name: item.name,
          description: item.description,
          labels: rowsOf(item.labels),
          config: `${JSON.stringify(item.config, null, 2)}\n`,
          files: item.files,
        }
      : { name: "", description: "", labels: [], config: "{}\n", files: [] },
  bodyOf: ({ name, description, labels, config, files }) => ({
    name: name.trim(),
    description,
    labels: labelsOf(labels),
    config: configFault(config) === null ? (JSON.parse(config) as object) : {},
    files,
  }),
  faultOf: ({ name, config }) => (name.trim() === "" ? "A name is missing." : configFault(config)),
  told: ["#/name", "#/description"],
  Fields: TemplateFields,
};
