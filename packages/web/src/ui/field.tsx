import { useId, type ComponentProps, type ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./field.module.css";

interface FieldFrame {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** Replaces the hint. */
  readonly error?: string | null | undefined;
}

interface FrameProps extends FieldFrame {
  readonly children: (ids: {
    readonly id: string;
    readonly "aria-describedby": string | undefined;
    readonly "aria-invalid": true | undefined;
  }) => ReactNode;
}

/** A label, any control, and its hint or error. */
export function FieldRow({ label, hint, error, children }: FrameProps) {
  const id = useId();
  const note = error ?? hint;
  const hasNote = note !== undefined && note !== null && note !== "";
  const isWrong = typeof error === "string" && error !== "";
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": hasNote ? `${id}-note` : undefined,
        "aria-invalid": isWrong ? true : undefined,
      })}
      {hasNote && (
        <p id={`${id}-note`} className={isWrong ? "wrong" : "hint"}>
          {note}
        </p>
      )}
    </div>
  );
}

/** The class of an input without a `Field`. */
export const inputClass = styles.input;

type Changed<Props> = Omit<Props, "onChange" | "value"> & {
  readonly value: string;
  readonly onChange: (value: string) => void;
};

export function Field(props: FieldFrame & Changed<ComponentProps<"input">>) {
  const { label, hint, error, value, onChange, className, ...rest } = props;
  return (
    <FieldRow label={label} hint={hint} error={error}>
      {(ids) => (
        <input
          {...rest}
          {...ids}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={classNames(styles.input, className)}
        />
      )}
    </FieldRow>
  );
}

export function TextArea(props: FieldFrame & Changed<ComponentProps<"textarea">>) {
  const { label, hint, error, value, onChange, className, ...rest } = props;
  return (
    <FieldRow label={label} hint={hint} error={error}>
      {(ids) => (
        <textarea
          rows={4}
          {...rest}
          {...ids}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={classNames(styles.input, styles.area, className)}
        />
      )}
    </FieldRow>
  );
}

interface SelectProps extends FieldFrame {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export function Select({ label, hint, error, value, onChange, options }: SelectProps) {
  return (
    <FieldRow label={label} hint={hint} error={error}>
      {(ids) => (
        <select
          {...ids}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={classNames(styles.input, styles.select)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldRow>
  );
}

interface CheckboxProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly disabled?: boolean;
}

export function Checkbox({ label, hint, isChecked, onChange, disabled }: CheckboxProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={isChecked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        {label}
        {hint !== undefined && <span className="hint"> {hint}</span>}
      </span>
    </label>
  );
}

export function FieldGroup({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{label}</legend>
      {children}
    </fieldset>
  );
}
