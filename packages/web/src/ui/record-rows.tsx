import { Plus, Trash2 } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { Button, IconButton } from "./button.tsx";
import { inputClass } from "./field.tsx";
import styles from "./record-rows.module.css";
import { renamed, unusedName, without } from "./records.ts";

interface RecordRowsProps<Value> {
  /** The noun for a row: `variable`. */
  readonly noun: string;
  /** The name and value of a new row. */
  readonly newName: string;
  readonly newValue: Value;
  readonly value: Readonly<Record<string, Value>>;
  readonly onChange: (value: Readonly<Record<string, Value>>) => void;
  readonly error?: string | null;
  /** The controls for the value of a row. */
  readonly children: (name: string, value: Value, onChange: (value: Value) => void) => ReactNode;
  /** More controls below a row. */
  readonly details?: (name: string, value: Value, onChange: (value: Value) => void) => ReactNode;
}

/** An object as rows with a name and a value. */
export function RecordRows<Value>(props: RecordRowsProps<Value>) {
  const { noun, newName, newValue, value: record, onChange, error = null, children, details } = props;
  return (
    <div className={styles.rows}>
      {Object.entries(record).map(([name, each], index) => {
        const set = (next: Value) => onChange({ ...record, [name]: next });
        return (
          <div key={index} className={styles.row}>
            <div className={styles.entry}>
              <NameInput
                label={`Name of ${noun} ${index + 1}`}
                value={name}
                taken={Object.keys(record)}
                onChange={(next) => onChange(renamed(record, name, next))}
              />
              {children(name, each, set)}
              <IconButton
                label={`Remove ${name}`}
                icon={<Trash2 />}
                onClick={() => onChange(without(record, name))}
              />
            </div>
            {details?.(name, each, set)}
          </div>
        );
      })}
      {error !== null && <p className="wrong">{error}</p>}
      <Button
        size="small"
        icon={<Plus />}
        onClick={() => onChange({ ...record, [unusedName(Object.keys(record), newName)]: newValue })}
      >
        Add {noun}
      </Button>
    </div>
  );
}

interface NameInputProps {
  readonly label: string;
  readonly value: string;
  readonly taken: readonly string[];
  readonly onChange: (value: string) => void;
}

/** The name of a row, which changes on blur: an incomplete name could be that of another row. */
function NameInput({ label, value, taken, onChange }: NameInputProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const commit = () => {
    const name = typed.trim();
    if (name === "" || taken.includes(name)) setTyped(value);
    else onChange(name);
  };
  return (
    <input
      className={inputClass}
      aria-label={label}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        commit();
      }}
    />
  );
}
