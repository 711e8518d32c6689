import { useEffect, useState } from "react";
import { TextArea } from "../../ui/field.tsx";

interface ListFieldProps {
  readonly label: string;
  readonly hint: string | null;
  readonly error: string | null;
  readonly value: unknown;
  readonly onChange: (value: readonly string[]) => void;
}

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** A list of strings, one per line. */
export function ListField({ label, hint, error, value, onChange }: ListFieldProps) {
  const lines = Array.isArray(value) ? value.map(String).join("\n") : "";
  const [typed, setTyped] = useState(lines);
  // An empty line is not an item: the typed text is kept until the list differs from it.
  useEffect(() => setTyped((text) => (linesOf(text).join("\n") === lines ? text : lines)), [lines]);
  return (
    <TextArea
      label={label}
      hint={hint}
      error={error}
      rows={3}
      spellCheck={false}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        onChange(linesOf(text));
      }}
    />
  );
}
