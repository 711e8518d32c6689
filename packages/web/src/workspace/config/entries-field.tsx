import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/field.tsx";
import styles from "./config-form.module.css";
import { isRecord } from "./draft.ts";
import { entriesOf, freeName, recordOf, renamed, without, type Entry } from "./entries.ts";
import { NameInput } from "./name-input.tsx";

interface EntriesFieldProps {
  /** What a row is: `variable`. */
  readonly noun: string;
  /** What a new row is called. */
  readonly base: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error: string | null;
}

/** Names with values, some of them secret: what the instance has of those is kept, and never shown. */
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
            onChange={(isSecret) => replace(index, { ...entry, isSecret, isKept: false })}
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
      className={styles.input}
      aria-label={`Value of ${noun} ${entry.name}`}
      type={entry.isSecret && !isSeen ? "password" : "text"}
      autoComplete="off"
      spellCheck={false}
      value={entry.value}
      placeholder={entry.isKept ? "Kept as it is; type to replace" : "Value"}
      onFocus={() => setSeen(true)}
      onBlur={() => setSeen(false)}
      onChange={({ target }) => onChange({ ...entry, value: target.value, isKept: false })}
    />
  );
}
