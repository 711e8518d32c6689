import type { Clock } from "../ports/clock.ts";
import type { LiveFeed, Notice } from "./live-feed.ts";
import { NoticeWait } from "./notice-wait.ts";

/** How often the store is read without a notice, because hints of other instances may be lost. */
const POLL_MS = 2_000;

/** Whether the session may have settled, or continued. */
function maySettle(notice: Notice): boolean {
  if (notice.type !== "events") return notice.type !== "delta";
  return notice.hasNewStatus || notice.events.some(({ type }) => type === "turn.ended");
}

export interface SettledOptions {
  readonly feed: LiveFeed;
  readonly clock: Clock;
  readonly sessionId: string;
  readonly ms: number;
  readonly signal?: AbortSignal | undefined;
  /** Reads the current state. Called again whenever a turn may have ended or begun to wait. */
  readonly isSettled: () => Promise<boolean>;
}

/** Waits until a session has settled. Returns false when the time is up, `signal` aborts, or the instance stops. */
export async function untilSettled({
  feed,
  clock,
  sessionId,
  ms,
  signal,
  isSettled,
}: SettledOptions): Promise<boolean> {
  const end = clock.monotonic() + ms;
  using wait = new NoticeWait(feed, clock, sessionId, signal, maySettle);
  const unfollow = feed.follow(sessionId, { deltas: false });
  try {
    for (;;) {
      if (await isSettled()) return true;
      const left = end - clock.monotonic();
      if (left <= 0 || wait.isOver) return false;
      await wait.next(Math.min(left, POLL_MS));
    }
  } finally {
    unfollow();
  }
}
