import { useState } from "react";
import { TextArea } from "../../ui/field.tsx";
import type { ConfigFieldProps } from "./config-field.tsx";

/** A field without a control of its own, as JSON. */
export function JsonField({ field, value, onChange, error }: ConfigFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextArea
      label={field.label}
      hint={field.hint}
      error={typed === null ? error : "Invalid JSON."}
      spellCheck={false}
      value={typed ?? JSON.stringify(value ?? null, null, 2)}
      onChange={(text) => {
        try {
          onChange(JSON.parse(text));
          setTyped(null);
        } catch {
          setTyped(text);
        }
      }}
    />
  );
}
