import { Pin } from "lucide-react";
import styles from "./flags.module.css";

export function PinnedIcon() {
  return <Pin role="img" aria-label="Pinned" className={styles.pin} />;
}

export function UnreadDot() {
  return (
    <span className={styles.dot}>
      <span className="unseen">New activity</span>
    </span>
  );
}
