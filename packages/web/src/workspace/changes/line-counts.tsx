import styles from "./line-counts.module.css";

interface LineCountsProps {
  readonly additions: number;
  readonly deletions: number;
}

/** `+3 −1`. */
export function LineCounts({ additions, deletions }: LineCountsProps) {
  return (
    <span className={styles.counts}>
      <span className={styles.count} data-tone="good">
        +{additions.toLocaleString("en")}
        <span className="unseen">{additions === 1 ? " line" : " lines"}</span>
      </span>{" "}
      <span className={styles.count} data-tone="bad">
        −{deletions.toLocaleString("en")}
        <span className="unseen">{deletions === 1 ? " line" : " lines"}</span>
      </span>
    </span>
  );
}
