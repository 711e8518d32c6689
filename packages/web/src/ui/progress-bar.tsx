import { Progress as Base } from "@base-ui/react/progress";
import styles from "./progress-bar.module.css";

interface ProgressBarProps {
  readonly label: string;
  /** Null if it is unknown. */
  readonly value: number | null;
  readonly max?: number;
}

export function ProgressBar({ label, value, max = 100 }: ProgressBarProps) {
  return (
    <Base.Root value={value} max={max} className={styles.root}>
      <Base.Label className={styles.label}>{label}</Base.Label>
      <Base.Track className={styles.track}>
        <Base.Indicator className={styles.bar} />
      </Base.Track>
    </Base.Root>
  );
}
