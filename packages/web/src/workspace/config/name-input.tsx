import { useEffect, useState } from "react";
import styles from "./config-form.module.css";

interface NameInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The name of a row. It is taken when the field is left: a name that is half typed could be another row's. */
export function NameInput({ label, value, onChange }: NameInputProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const take = () => {
    const name = typed.trim();
    if (name === "" || name === value) setTyped(value);
    else onChange(name);
  };
  return (
    <input
      className={styles.input}
      aria-label={label}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        take();
      }}
    />
  );
}
