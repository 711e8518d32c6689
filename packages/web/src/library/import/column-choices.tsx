import { counted } from "../../ui/describe-amounts.ts";
import { Checkbox, Select } from "../../ui/field.tsx";
import { countDuplicates, type Mapping, type Target } from "./columns.ts";
import type { Table } from "./table.ts";
import styles from "./import.module.css";

interface ColumnChoicesProps {
  readonly table: Table;
  readonly mapping: Mapping;
  readonly onMapping: (mapping: Mapping) => void;
  readonly isNumbered: boolean;
  readonly onNumbered: (isNumbered: boolean) => void;
}

/** The field for each column of a table, with a sample value. */
export function ColumnChoices({ table, mapping, onMapping, isNumbered, onNumbered }: ColumnChoicesProps) {
  const repeated = mapping.includes("name") ? countDuplicates(table, mapping) : 0;
  return (
    <div className={styles.columns}>
      {table.columns.map((column, index) => (
        <Select
          key={index}
          label={`Column “${column}”`}
          value={mapping[index] ?? ""}
          onChange={(target) =>
            onMapping(mapping.map((each, at) => (at === index ? (target as Target) : each)))
          }
          hint={sampleOf(table, index)}
          options={[
            { value: "name", label: "Name" },
            { value: "content", label: "Content" },
            { value: "description", label: "Description" },
            { value: `label:${labelName(column)}`, label: `Label “${labelName(column)}”` },
            { value: "", label: "Do not import" },
          ]}
        />
      ))}
      {repeated > 0 && (
        <div className={styles.duplicates}>
          <Checkbox
            label="Number duplicate names"
            hint={`${counted(repeated, "duplicate")} found. Without numbers, the last row with a name replaces the others.`}
            isChecked={isNumbered}
            onChange={onNumbered}
          />
        </div>
      )}
    </div>
  );
}

const MAX_SAMPLE = 90;

function sampleOf({ rows }: Table, index: number): string {
  const sample = rows.find((row) => (row[index] ?? "") !== "")?.[index] ?? "";
  if (sample === "") return "This column is empty.";
  return sample.length > MAX_SAMPLE ? `${sample.slice(0, MAX_SAMPLE)}…` : sample;
}

function labelName(column: string): string {
  const name = column.replace(/^label:/i, "");
  return name === "" ? "column" : name;
}
