import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { Checkbox, inputClass } from "../../ui/field.tsx";
import styles from "./config-form.module.css";
import { isRecord } from "../../api/parse-config.ts";
import { entriesOf, freeName, recordOf, renamed, without, type Entry } from "./entries.ts";
import { NameInput } from "./name-input.tsx";

interface EntriesFieldProps {
  /** The noun for a row: `variable`. */
  readonly noun: string;
  /** The name of a new row. */
  readonly base: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error: string | null;
}

/** Names with values. The value of a secret is never shown, but kept until a new one is typed. */
export function EntriesField({ noun, base, value, onChange, error }: EntriesFieldProps) {
  const record = isRecord(value) ? value : {};
  const entries = entriesOf(record);
  const replace = (at: number, entry: Entry) =>
    onChange(recordOf(entries.map((each, index) => (index === at ? entry : each))));
  return (
    <div className={styles.rows}>
      {entries.map((entry, index) => (
        <div key={index} className={styles.entry}>
          <NameInput
            label={`Name of ${noun} ${index + 1}`}
            value={entry.name}
            onChange={(name) => onChange(renamed(record, entry.name, name))}
          />
          <ValueInput noun={noun} entry={entry} onChange={(next) => replace(index, next)} />
          <Checkbox
            label="Secret"
            isChecked={entry.isSecret}
            onChange={(isSecret) => replace(index, { ...entry, isSecret, isStored: false })}
          />
          <IconButton
            label={`Remove ${entry.name}`}
            icon={<Trash2 />}
            onClick={() => onChange(without(record, entry.name))}
          />
        </div>
      ))}
      {error !== null && <p className={styles.error}>{error}</p>}
      <Button
        size="small"
        icon={<Plus />}
        onClick={() => {
          const name = freeName(Object.keys(record), base);
          onChange({ ...record, [name]: "" });
        }}
      >
        Add {noun}
      </Button>
    </div>
  );
}

function ValueInput({
  noun,
  entry,
  onChange,
}: Pick<EntriesFieldProps, "noun"> & { readonly entry: Entry; readonly onChange: (entry: Entry) => void }) {
  const [isSeen, setSeen] = useState(false);
  return (
    <input
      className={inputClass}
      aria-label={`Value of ${noun} ${entry.name}`}
      type={entry.isSecret && !isSeen ? "password" : "text"}
      autoComplete="off"
      spellCheck={false}
      value={entry.value}
      placeholder={entry.isStored ? "Unchanged" : "Value"}
      onFocus={() => setSeen(true)}
      onBlur={() => setSeen(false)}
      onChange={({ target }) => onChange({ ...entry, value: target.value, isStored: false })}
    />
  );
}
