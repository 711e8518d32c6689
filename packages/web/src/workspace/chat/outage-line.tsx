import { useEffect, useState, useSyncExternalStore } from "react";
import { onReachability, serverIsAway } from "../../api/reachability.ts";
import { Notice } from "../../ui/error-notice.tsx";
import { describeDuration } from "./describe-amounts.ts";
import { useFeedPart } from "./feed/use-session-feed.ts";
import styles from "./outage-line.module.css";

const SHOWN_MS = 20_000;

/** Says that the connection was lost, and what became of it. That the server is away is said above all screens. */
export function OutageLine() {
  const outage = useFeedPart((state) => state.outage);
  const isAway = useSyncExternalStore(onReachability, serverIsAway);
  const [seen, setSeen] = useState<typeof outage | null>(null);
  useEffect(() => {
    if (outage.state !== "mended") return;
    const timer = setTimeout(() => setSeen(outage), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outage]);
  const isShown = outage.state !== "none" && outage !== seen;
  return (
    <div role="status" className={styles.outage}>
      {isShown && outage.state === "lost" && !isAway && (
        <Notice kind="warn">
          The connection to the server is lost. This page tries again by itself; nothing of the session is
          lost.
        </Notice>
      )}
      {isShown && outage.state === "mended" && (
        <Notice kind="good">
          Connected again after {describeDuration(outage.until - outage.from)}. Nothing is missing and nothing
          is shown twice.
        </Notice>
      )}
    </div>
  );
}
