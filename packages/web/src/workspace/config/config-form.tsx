import { ProblemError } from "@workspace-agent/client";
import { ConfigField } from "./config-field.tsx";
import styles from "./config-form.module.css";
import { valueAt, withValueAt, type Value } from "./draft.ts";
import type { FormGroup } from "./form-model.ts";

interface ConfigFormProps {
  readonly groups: readonly FormGroup[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Of the save that was refused. */
  readonly error: unknown;
}

const isAt = (pointer: string, field: string) => pointer === field || pointer.startsWith(`${field}/`);

/** Whether the form has a field that tells what is wrong at a pointer. */
export function isOfField(groups: readonly FormGroup[], pointer: string): boolean {
  return groups.some(({ fields }) => fields.some((field) => isAt(pointer, field.pointer)));
}

/** What was said of a field and of what is within it, where it is. */
function errorAt(error: unknown, pointer: string): string | null {
  if (!ProblemError.isInstance(error)) return null;
  const said = error.errors
    .filter((each) => isAt(each.pointer, pointer))
    .map((each) => {
      const within = each.pointer.slice(pointer.length + 1);
      return within === "" ? each.detail : `${within}: ${each.detail}`;
    });
  return said.length === 0 ? null : said.join(" ");
}

export function ConfigForm({ groups, value, onChange, error }: ConfigFormProps) {
  return (
    <div className={styles.form}>
      {groups.map(({ title, description, fields }) => (
        <fieldset key={title} className={styles.group}>
          <legend>{title}</legend>
          {description !== null && <p className={styles.hint}>{description}</p>}
          <div className={styles.fields} data-few={fields.length > 2 || undefined}>
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
