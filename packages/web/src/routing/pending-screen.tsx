import { SkeletonRows } from "../ui/spinner.tsx";
import styles from "./screens.module.css";

/** Shown where a screen takes its time to come. */
export function PendingScreen() {
  return (
    <div className={styles.pending}>
      <SkeletonRows />
    </div>
  );
}
