import { useSyncExternalStore } from "react";
import { describeTime } from "./describe-time.ts";

const MINUTE = 60_000;
let now = Date.now();

/** All times on the page go on together, once a minute and when the page is shown again. */
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

/** `3 minutes ago`, and the exact time where the pointer rests. */
export function RelativeTime({ at }: { readonly at: string }) {
  const shown = useSyncExternalStore(subscribe, () => now);
  const time = new Date(at);
  // What happened since the clock was last read is no future.
  const reference = Math.abs(time.getTime() - shown) < MINUTE ? Math.max(shown, time.getTime()) : shown;
  return (
    <time dateTime={at} title={time.toLocaleString()}>
      {describeTime(time.getTime(), reference)}
    </time>
  );
}
