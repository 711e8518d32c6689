import type { FileChange } from "../../api/changes.ts";
import styles from "./changes-screen.module.css";

/** `+3 −1`, or that it is no text. */
export function LineCounts({ file }: { readonly file: FileChange }) {
  if (file.binary) return <span className={styles.counts}>binary</span>;
  return (
    <span className={styles.counts}>
      <span className={styles.added}>
        +{file.additions}
        <span className="unseen"> lines</span>
      </span>{" "}
      <span className={styles.removed}>
        −{file.deletions}
        <span className="unseen"> lines</span>
      </span>
    </span>
  );
}
