import { Checkbox, Select } from "../../ui/field.tsx";
import { repeatedNames, type Mapping, type Target } from "./columns.ts";
import type { Table } from "./table.ts";
import styles from "./import.module.css";

interface ColumnChoicesProps {
  readonly table: Table;
  readonly mapping: Mapping;
  readonly onMapping: (mapping: Mapping) => void;
  readonly isNumbered: boolean;
  readonly onNumbered: (isNumbered: boolean) => void;
}

/** What each column of a table is taken for, beside its first value. */
export function ColumnChoices({ table, mapping, onMapping, isNumbered, onNumbered }: ColumnChoicesProps) {
  const repeated = mapping.includes("name") ? repeatedNames(table, mapping) : 0;
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
            { value: "", label: "Leave out" },
          ]}
        />
      ))}
      {repeated > 0 && (
        <div className={styles.repeated}>
          <Checkbox
            label="Number repeated names"
            hint={`${repeated === 1 ? "One row has a name" : `${repeated} rows have names`} that ${repeated === 1 ? "stands" : "stand"} above already. Without a number the last one replaces the others.`}
            isChecked={isNumbered}
            onChange={onNumbered}
          />
        </div>
      )}
    </div>
  );
}

const SAMPLE = 90;

function sampleOf({ rows }: Table, index: number): string {
  const sample = rows.find((row) => (row[index] ?? "") !== "")?.[index] ?? "";
  if (sample === "") return "Every row is empty here.";
  return sample.length > SAMPLE ? `${sample.slice(0, SAMPLE)} …` : sample;
}

function labelName(column: string): string {
  const name = column.replace(/^label:/i, "");
  return name === "" ? "column" : name;
}
