import { CloudOff } from "lucide-react";
import { useIsServerUnavailable } from "../api/reachability.ts";
import styles from "./unavailable-banner.module.css";

export function UnavailableBanner() {
  const isUnavailable = useIsServerUnavailable();
  return (
    <div role="status">
      {isUnavailable && (
        <p className={styles.banner}>
          <CloudOff aria-hidden />
          The server is not responding. This page may be out of date. Reconnecting…
        </p>
      )}
    </div>
  );
}
