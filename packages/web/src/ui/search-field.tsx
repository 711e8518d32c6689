import { Search } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { classNames } from "./class-names.ts";
import { inputClass } from "./field.tsx";
import styles from "./search-field.module.css";

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  /** Called after a pause in typing, or on Enter. */
  readonly onChange: (value: string) => void;
  /** Why a text cannot be searched for, or null. Such a text is shown with the reason, and not searched for. */
  readonly problemOf?: (text: string) => string | null;
}

const PAUSE_MS = 200;

export function SearchField({ label, value, onChange, problemOf }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const reported = useRef(value);
  const id = useId();
  const report = (text: string) => {
    reported.current = text;
    onChange(text);
  };
  const problem = typed === "" ? null : (problemOf?.(typed) ?? null);
  useEffect(() => {
    // What was typed since the last report stays.
    if (value !== reported.current) setTyped(value);
    reported.current = value;
  }, [value]);
  useEffect(() => {
    if (typed === value || problem !== null) return;
    const timer = setTimeout(() => report(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value, problem, onChange]);
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
          if (event.key === "Enter" && problem === null) report(typed);
        }}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : id}
        className={classNames(inputClass, styles.input)}
      />
      {problem !== null && (
        <p id={id} className={classNames("wrong", styles.problem)}>
          {problem}
        </p>
      )}
    </div>
  );
}
