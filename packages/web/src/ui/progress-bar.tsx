import styles from "./progress-bar.module.css";

interface ProgressBarProps {
  readonly label: string;
  /** Null if it is unknown. */
  readonly value: number | null;
  readonly max: number;
}

export function ProgressBar({ label, value, max }: ProgressBarProps) {
  return (
    <label className={styles.progress}>
      {label}
      <progress max={max} {...(value !== null && { value })} />
    </label>
  );
}
