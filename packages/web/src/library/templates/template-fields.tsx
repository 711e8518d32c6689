import { parseConfig } from "../../api/parse-config.ts";
import { CodeEditor } from "../../ui/code-editor.tsx";
import type { FieldsProps } from "../item/item-form.tsx";
import { LabelsField } from "../item/labels-field.tsx";
import { NameFields } from "../item/name-fields.tsx";
import type { TemplateDraft } from "./template-form.ts";
import { TemplateFiles } from "./template-files.tsx";
import styles from "./templates.module.css";

export function TemplateFields(props: FieldsProps<TemplateDraft>) {
  const { draft, onChange } = props;
  const { problem } = parseConfig(draft.config);
  return (
    <div className="stack">
      <div className={styles.pair}>
        <NameFields {...props} kind="templates" />
      </div>
      <LabelsField labels={draft.labels} onChange={(labels) => onChange({ ...draft, labels })} />
      <section className="stack" aria-labelledby="template-config">
        <h2 id="template-config">Config</h2>
        <p className="hint">
          The configuration of a new workspace. Missing fields have their defaults. Secrets in{" "}
          <code>env</code> have no value.
        </p>
        <div className={styles.editor}>
          <CodeEditor
            value={draft.config}
            onChange={(config) => onChange({ ...draft, config })}
            path="config.json"
            label="Config as JSON"
          />
        </div>
        {problem !== null && (
          <p role="alert" className={styles.error}>
            {problem}
          </p>
        )}
      </section>
      <TemplateFiles files={draft.files} onChange={(files) => onChange({ ...draft, files })} />
    </div>
  );
}
