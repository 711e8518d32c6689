import { useQueryClient } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { onReachability, serverIsAway } from "../api/reachability.ts";
import styles from "./away-banner.module.css";

/** Says that the server does not answer, until it does; then everything that is shown is asked for again. */
export function AwayBanner() {
  const queries = useQueryClient();
  const isAway = useSyncExternalStore(onReachability, serverIsAway);
  useEffect(() => {
    if (!isAway) return;
    return onReachability(() => {
      if (serverIsAway()) return;
      void queries.invalidateQueries();
    });
  }, [isAway, queries]);
  return (
    <div role="status">
      {isAway && (
        <p className={styles.banner}>
          <CloudOff aria-hidden />
          The server does not answer. What you see may be out of date; trying again …
        </p>
      )}
    </div>
  );
}
