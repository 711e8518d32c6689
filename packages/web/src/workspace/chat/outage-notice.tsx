import { useEffect, useState } from "react";
import { useIsServerUnavailable } from "../../api/reachability.ts";
import { describeDuration } from "../../ui/describe-amounts.ts";
import { Notice } from "../../ui/error-notice.tsx";
import { useFeedPart } from "./feed/use-session-feed.ts";

const SHOWN_MS = 20_000;

/** Shows that the connection of this session was lost or restored. An unavailable server is shown by the banner. */
export function OutageNotice() {
  const outage = useFeedPart((state) => state.outage);
  const isUnavailable = useIsServerUnavailable();
  const [seen, setSeen] = useState<typeof outage | null>(null);
  useEffect(() => {
    if (outage.state !== "restored") return;
    const timer = setTimeout(() => setSeen(outage), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outage]);
  return (
    <div role="status" className="column">
      {outage.state === "lost" && !isUnavailable && (
        <Notice kind="warn">The connection was lost. Reconnecting…</Notice>
      )}
      {outage.state === "restored" && outage !== seen && (
        <Notice kind="good">
          Reconnected after {describeDuration(outage.until - outage.from)}. No messages were lost.
        </Notice>
      )}
    </div>
  );
}
