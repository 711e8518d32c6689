import { createContext, useContext, useId, type ReactNode } from "react";
import styles from "./toggle-group.module.css";

interface Choice {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const ChoiceContext = createContext<Choice | null>(null);

interface ToggleGroupProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** `<ToggleOption>`s. */
  readonly children: ReactNode;
}

/** Radio buttons that look like a segmented control. */
export function ToggleGroup<Value extends string>(props: ToggleGroupProps<Value>) {
  const { label, value, onChange, children } = props;
  const name = useId();
  return (
    <ChoiceContext value={{ name, value, onChange: (next) => onChange(next as Value) }}>
      <div role="radiogroup" aria-label={label} className={styles.group}>
        {children}
      </div>
    </ChoiceContext>
  );
}

interface ToggleOptionProps {
  readonly value: string;
  readonly label: string;
  /** Shown instead of the label, which becomes the accessible name. */
  readonly icon?: ReactNode;
}

export function ToggleOption({ value, label, icon }: ToggleOptionProps) {
  const choice = useContext(ChoiceContext);
  if (choice === null) throw new Error("<ToggleOption> must be inside a <ToggleGroup>.");
  return (
    <label className={styles.option} {...(icon !== undefined && { title: label })}>
      <input
        type="radio"
        className="unseen"
        name={choice.name}
        value={value}
        checked={choice.value === value}
        onChange={() => choice.onChange(value)}
        {...(icon !== undefined && { "aria-label": label })}
      />
      {icon ?? label}
    </label>
  );
}
