import { fieldError, isProblem } from "../../api/describe-error.ts";
import { CodeEditor } from "../../ui/code-editor.tsx";
import { Field } from "../../ui/field.tsx";
import type { FieldsProps } from "../item/item-form.ts";
import itemStyles from "../item/item.module.css";
import { LabelsField } from "../item/labels-field.tsx";
import { configFault } from "./config-text.ts";
import type { TemplateDraft } from "./template-form.ts";
import { TemplateFiles } from "./template-files.tsx";
import styles from "./templates.module.css";

export function TemplateFields({ draft, onChange, error, isNew }: FieldsProps<TemplateDraft>) {
  const nameError = isProblem(error, "name_taken")
    ? "Another template has this name."
    : fieldError(error, "#/name");
  const fault = configFault(draft.config);
  return (
    <div className={itemStyles.fields}>
      <div className={styles.pair}>
        <Field
          label="Name"
          value={draft.name}
          onChange={(name) => onChange({ ...draft, name })}
          maxLength={128}
          error={nameError}
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
      </div>
      <LabelsField rows={draft.labels} onChange={(labels) => onChange({ ...draft, labels })} />
      <section className={styles.part} aria-labelledby="template-config">
        <h2 id="template-config">Config</h2>
        <p className={styles.hint}>
          What a new workspace’s configuration begins with; fields that are not here take their defaults.
          Secrets of <code>env</code> are named without a value.
        </p>
        <div className={styles.config}>
          <CodeEditor
            value={draft.config}
            onChange={(config) => onChange({ ...draft, config })}
            path="config.json"
            label="Config as JSON"
          />
        </div>
        {fault !== null && (
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
      </section>
      <TemplateFiles files={draft.files} onChange={(files) => onChange({ ...draft, files })} />
    </div>
  );
}
