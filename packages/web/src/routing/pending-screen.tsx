import { SkeletonRows } from "../ui/spinner.tsx";
import styles from "./screens.module.css";

export function PendingScreen() {
  return (
    <div className={styles.pending}>
      <SkeletonRows />
    </div>
  );
}
