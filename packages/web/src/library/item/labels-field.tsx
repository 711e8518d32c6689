import { Plus, X } from "lucide-react";
import { Button, IconButton } from "../../ui/button.tsx";
import { FieldGroup, inputClass } from "../../ui/field.tsx";
import type { LabelRow } from "./label-rows.ts";
import styles from "./item.module.css";

interface LabelsFieldProps {
  readonly rows: readonly LabelRow[];
  readonly onChange: (rows: readonly LabelRow[]) => void;
}

export function LabelsField({ rows, onChange }: LabelsFieldProps) {
  const change = (index: number, next: Partial<LabelRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...next } : row)));
  return (
    <FieldGroup label="Labels">
      {rows.map(({ name, value }, index) => (
        <div key={index} className={styles.label}>
          <input
            aria-label={`Name of label ${index + 1}`}
            placeholder="team"
            value={name}
            maxLength={63}
            onChange={(event) => change(index, { name: event.target.value })}
            className={inputClass}
          />
          <input
            aria-label={`Value of label ${index + 1}`}
            placeholder="docs"
            value={value}
            maxLength={255}
            onChange={(event) => change(index, { value: event.target.value })}
            className={inputClass}
          />
          <IconButton
            label={`Remove label ${name === "" ? index + 1 : name}`}
            icon={<X />}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <Button size="small" icon={<Plus />} onClick={() => onChange([...rows, { name: "", value: "" }])}>
          Add label
        </Button>
      </div>
    </FieldGroup>
  );
}
