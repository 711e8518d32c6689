import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { classNames } from "./class-names.ts";
import { inputClass } from "./field.tsx";
import styles from "./search-field.module.css";

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  /** Called after a pause in typing, or on Enter. */
  readonly onChange: (value: string) => void;
}

const PAUSE_MS = 200;

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <div className={styles.search}>
      <Search className={styles.icon} aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onChange(typed);
        }}
        className={classNames(inputClass, styles.input)}
      />
    </div>
  );
}
