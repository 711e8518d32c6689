import { classNames } from "./class-names.ts";
import styles from "./spinner.module.css";

interface SpinnerProps {
  /** Read aloud; null: what it stands in says it already. Default `Loading`. */
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

interface SkeletonProps {
  /** CSS lengths: as much room as what will stand there. */
  readonly width?: string;
  readonly height?: string;
}

/** Keeps the place of what is being loaded, so that nothing jumps. Hidden from those who listen. */
export function Skeleton({ width = "100%", height = "1rem" }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />;
}

/** Rows of a list that is being loaded. */
export function SkeletonRows({ count = 6 }: { readonly count?: number }) {
  return (
    <div role="status" className={styles.rows}>
      <span className="unseen">Loading</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.row}>
          <Skeleton width={`${30 - (index % 3) * 6}%`} height="0.875rem" />
          <Skeleton width="12%" height="0.875rem" />
        </div>
      ))}
    </div>
  );
}
