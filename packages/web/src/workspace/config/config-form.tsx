import { ProblemError } from "@workspace-agent/client";
import type { ConfigObject } from "../../api/parse-config.ts";
import { ConfigField } from "./config-field.tsx";
import styles from "./config-form.module.css";
import { valueAt, withValueAt } from "./draft.ts";
import type { FormGroup } from "./form-model.ts";

interface ConfigFormProps {
  readonly groups: readonly FormGroup[];
  readonly value: ConfigObject;
  readonly onChange: (value: ConfigObject) => void;
  /** The error of the last save. */
  readonly error: unknown;
}

const isAt = (pointer: string, field: string) => pointer === field || pointer.startsWith(`${field}/`);

/** Whether a field of the form shows the error of a JSON Pointer. */
export function isOfField(groups: readonly FormGroup[], pointer: string): boolean {
  return groups.some(({ fields }) => fields.some((field) => isAt(pointer, field.pointer)));
}

/** The errors of a field and its parts. */
function errorAt(error: unknown, pointer: string): string | null {
  if (!ProblemError.isInstance(error)) return null;
  const messages = error.errors
    .filter((each) => isAt(each.pointer, pointer))
    .map((each) => {
      const within = each.pointer.slice(pointer.length + 1);
      return within === "" ? each.detail : `${within}: ${each.detail}`;
    });
  return messages.length === 0 ? null : messages.join(" ");
}

export function ConfigForm({ groups, value, onChange, error }: ConfigFormProps) {
  return (
    <div className={styles.form}>
      {groups.map(({ title, description, fields }) => (
        <fieldset key={title} className={styles.group}>
          <legend>{title}</legend>
          {description !== null && <p className="hint">{description}</p>}
          <div className={styles.fields}>
            {fields.map((field) => (
              <div key={field.pointer} className={styles.field} data-kind={field.kind}>
                <ConfigField
                  field={field}
                  value={valueAt(value, field.path) ?? field.default}
                  onChange={(next) => onChange(withValueAt(value, field.path, next))}
                  error={errorAt(error, field.pointer)}
                />
              </div>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
