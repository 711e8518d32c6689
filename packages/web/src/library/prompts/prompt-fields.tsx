import { fieldError } from "../../api/describe-error.ts";
import { TextArea } from "../../ui/field.tsx";
import type { FieldsProps } from "../item/item-form.tsx";
import styles from "../item/item.module.css";
import { LabelsField } from "../item/labels-field.tsx";
import { NameFields } from "../item/name-fields.tsx";
import type { PromptDraft } from "./prompt-form.ts";
import { PromptPreview } from "./prompt-preview.tsx";

export function PromptFields(props: FieldsProps<PromptDraft>) {
  const { draft, onChange, error } = props;
  return (
    <div className={styles.columns}>
      <div className="stack">
        <NameFields {...props} kind="prompts" />
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
        <LabelsField labels={draft.labels} onChange={(labels) => onChange({ ...draft, labels })} />
      </div>
      <PromptPreview content={draft.content} />
    </div>
  );
}
