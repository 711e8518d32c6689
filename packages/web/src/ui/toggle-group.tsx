import { useId, type ReactNode } from "react";
import styles from "./toggle-group.module.css";

interface ToggleGroupProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    /** Shown instead of the label, which becomes the accessible name. */
    readonly icon?: ReactNode;
  }[];
}

/** Radio buttons that look like a segmented control. */
export function ToggleGroup<Value extends string>(props: ToggleGroupProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={props.label} className={styles.group}>
      {props.options.map(({ value, label, icon }) => (
        <label key={value} className={styles.option} {...(icon !== undefined && { title: label })}>
          <input
            type="radio"
            className="unseen"
            name={name}
            value={value}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
            {...(icon !== undefined && { "aria-label": label })}
          />
          {icon ?? label}
        </label>
      ))}
    </div>
  );
}
