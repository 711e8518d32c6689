import { useEffect, useState } from "react";
import { inputClass } from "../../ui/field.tsx";

interface NameInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The name of a row, which changes on blur: an incomplete name could be that of another row. */
export function NameInput({ label, value, onChange }: NameInputProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const commit = () => {
    const name = typed.trim();
    if (name === "" || name === value) setTyped(value);
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
