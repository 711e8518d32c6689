import { formatConfig, parseConfig, type ConfigObject } from "../../api/parse-config.ts";
import { CodeEditor } from "../../ui/code-editor.tsx";
import { ModelField } from "../../ui/models/model-field.tsx";
import type { FieldsProps } from "../item/item-form.tsx";
import { LabelsField } from "../item/labels-field.tsx";
import { NameFields } from "../item/name-fields.tsx";
import type { TemplateDraft } from "./template-form.ts";
import { TemplateFiles } from "./template-files.tsx";
import styles from "./templates.module.css";

const SMALL_MODEL_HINT = "For summaries and titles.";

/** The text of a config with another model, or without the field. */
function withModel(config: ConfigObject, field: string, reference: string | null): string {
  const { [field]: _, ...others } = config;
  return formatConfig(reference === null ? others : { ...config, [field]: reference });
}

export function TemplateFields(props: FieldsProps<TemplateDraft>) {
  const { draft, onChange } = props;
  const { value: config, problem } = parseConfig(draft.config);
  const modelOf = (field: "model" | "small_model") => {
    const reference = config?.[field];
    return {
      value: typeof reference === "string" ? reference : null,
      onChange: (next: string | null) => onChange({ ...draft, config: withModel(config ?? {}, field, next) }),
    };
  };
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
        {config !== null && (
          <div className={styles.models}>
            <ModelField label="Model" hasDefault {...modelOf("model")} />
            <ModelField label="Small model" hint={SMALL_MODEL_HINT} {...modelOf("small_model")} />
          </div>
        )}
        <div className={styles.editor}>
          <CodeEditor
            value={draft.config}
            onChange={(config) => onChange({ ...draft, config })}
            path="config.json"
            label="Config as JSON"
          />
        </div>
        {problem !== null && (
          <p role="alert" className="wrong">
            {problem}
          </p>
        )}
      </section>
      <TemplateFiles files={draft.files} onChange={(files) => onChange({ ...draft, files })} />
    </div>
  );
}
