import { FieldGroup, inputClass } from "../../ui/field.tsx";
import { RecordRows } from "../../ui/record-rows.tsx";

type LabelValues = Readonly<Record<string, string>>;

interface LabelsFieldProps {
  readonly labels: LabelValues;
  readonly onChange: (labels: LabelValues) => void;
}

export function LabelsField({ labels, onChange }: LabelsFieldProps) {
  return (
    <FieldGroup label="Labels">
      <RecordRows noun="label" newName="label" newValue="" value={labels} onChange={onChange}>
        {(name, value, change) => (
          <input
            aria-label={`Value of label ${name}`}
            value={value}
            maxLength={255}
            onChange={({ target }) => change(target.value)}
            className={inputClass}
          />
        )}
      </RecordRows>
    </FieldGroup>
  );
}
