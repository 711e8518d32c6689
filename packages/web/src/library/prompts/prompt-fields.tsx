import { fieldError, nameError } from "../../api/describe-error.ts";
import { Field, TextArea } from "../../ui/field.tsx";
import type { FieldsProps } from "../item/item-form.tsx";
import styles from "../item/item.module.css";
import { LabelsField } from "../item/labels-field.tsx";
import type { PromptDraft } from "./prompt-form.ts";
import { PromptPreview } from "./prompt-preview.tsx";

export function PromptFields({ draft, onChange, error, isNew }: FieldsProps<PromptDraft>) {
  return (
    <div className={styles.columns}>
      <div className="stack">
        <Field
          label="Name"
          value={draft.name}
          onChange={(name) => onChange({ ...draft, name })}
          maxLength={128}
          error={nameError(error, "prompt")}
          autoComplete="off"
          autoFocus={isNew}
        />
        <Field
          label="Description"
          value={draft.description}
          onChange={(description) => onChange({ ...draft, description })}
          maxLength={4096}
          error={fieldError(error, "#/description")}
          autoComplete="off"
        />
        <TextArea
          label="Content"
          value={draft.content}
          onChange={(content) => onChange({ ...draft, content })}
          error={fieldError(error, "#/content")}
          hint="{{name}} is an argument, which is filled in when the prompt is sent."
          rows={12}
          spellCheck={false}
          className={styles.content}
        />
        <LabelsField rows={draft.labels} onChange={(labels) => onChange({ ...draft, labels })} />
      </div>
      <PromptPreview content={draft.content} />
    </div>
  );
}
