import type { ReactNode } from "react";
import { Checkbox } from "./field.tsx";

export interface Choice<Value extends string> {
  readonly value: Value;
  /** Default: the value as code. */
  readonly label?: ReactNode;
  readonly hint?: ReactNode;
}

interface CheckboxesProps<Value extends string> {
  readonly choices: readonly Choice<Value>[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: readonly Value[]) => void;
}

/** Some of several values. */
export function Checkboxes<Value extends string>({ choices, chosen, onChange }: CheckboxesProps<Value>) {
  return choices.map(({ value, label = <code>{value}</code>, hint }) => (
    <Checkbox
      key={value}
      label={label}
      hint={hint}
      isChecked={chosen.includes(value)}
      onChange={(isIn) => onChange(isIn ? [...chosen, value] : chosen.filter((each) => each !== value))}
    />
  ));
}
