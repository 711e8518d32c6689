import { useSyncExternalStore } from "react";
import { describeTime } from "./describe-time.ts";

const MINUTE = 60_000;
let now = Date.now();

/** All times on the page are updated once a minute, and when the page becomes visible. */
function subscribe(onChange: () => void): () => void {
  const tick = () => {
    now = Date.now();
    onChange();
  };
  const timer = setInterval(tick, MINUTE);
  document.addEventListener("visibilitychange", tick);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", tick);
  };
}

/** `3 minutes ago`, with the exact time as its tooltip. */
export function RelativeTime({ at }: { readonly at: string }) {
  const shown = useSyncExternalStore(subscribe, () => now);
  const time = new Date(at);
  // An event after the last tick is not shown as the future.
  const reference = Math.abs(time.getTime() - shown) < MINUTE ? Math.max(shown, time.getTime()) : shown;
  return (
    <time dateTime={at} title={time.toLocaleString()}>
      {describeTime(time.getTime(), reference)}
    </time>
  );
}
