import { classNames } from "./class-names.ts";
import styles from "./spinner.module.css";

interface SpinnerProps {
  /** The accessible name; null if its parent has one. Default `Loading`. */
  readonly label?: string | null;
  readonly className?: string | undefined;
}

export function Spinner({ label = "Loading", className }: SpinnerProps) {
  return (
    <span className={classNames(styles.spinner, className)} {...(label !== null && { role: "status" })}>
      {label !== null && <span className="unseen">{label}</span>}
    </span>
  );
}

/** The placeholder of a list that is loading. */
export function SkeletonRows({ count = 6 }: { readonly count?: number }) {
  return (
    <div role="status" className={styles.rows}>
      <span className="unseen">Loading</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.row}>
          <span className={styles.skeleton} style={{ width: `${30 - (index % 3) * 6}%` }} />
          <span className={styles.skeleton} style={{ width: "12%" }} />
        </div>
      ))}
    </div>
  );
}
