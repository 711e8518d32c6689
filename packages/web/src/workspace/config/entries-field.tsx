import { useState } from "react";
import { isRecord, type ConfigObject } from "../../api/parse-config.ts";
import { Checkbox, inputClass } from "../../ui/field.tsx";
import { RecordRows } from "../../ui/record-rows.tsx";
import { formatValue, parseValue, type SecretValue } from "./secret-value.ts";

interface EntriesFieldProps {
  /** The noun for a row: `variable`. */
  readonly noun: string;
  readonly newName: string;
  readonly value: unknown;
  readonly onChange: (value: ConfigObject) => void;
  readonly error: string | null;
}

/** Names with values. The value of a stored secret is never shown, and stays until a new one is typed. */
export function EntriesField({ noun, value, ...rest }: EntriesFieldProps) {
  return (
    <RecordRows<unknown> noun={noun} newValue="" value={isRecord(value) ? value : {}} {...rest}>
      {(name, each, onChange) => (
        <ValueInput
          label={`Value of ${noun} ${name}`}
          value={parseValue(each)}
          onChange={(next) => onChange(formatValue(next))}
        />
      )}
    </RecordRows>
  );
}

interface ValueInputProps {
  readonly label: string;
  readonly value: SecretValue;
  readonly onChange: (value: SecretValue) => void;
}

function ValueInput({ label, value, onChange }: ValueInputProps) {
  const [hasFocus, setFocus] = useState(false);
  return (
    <>
      <input
        className={inputClass}
        aria-label={label}
        type={value.isSecret && !hasFocus ? "password" : "text"}
        autoComplete="off"
        spellCheck={false}
        value={value.value}
        placeholder={value.isStored ? "Unchanged" : "Value"}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
        onChange={({ target }) => onChange({ ...value, value: target.value, isStored: false })}
      />
      <Checkbox
        label="Secret"
        isChecked={value.isSecret}
        disabled={value.isStored}
        onChange={(isSecret) => onChange({ ...value, isSecret, isStored: false })}
      />
    </>
  );
}
