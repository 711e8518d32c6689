import { createContext, use, useEffect, useMemo, useSyncExternalStore } from "react";
import { sessionEvents } from "../../../api/session-events.ts";
import type { Row } from "../log/row.ts";
import type { LiveItem } from "../log/session-view.ts";
import { beforeNextFrame } from "./before-next-frame.ts";
import { SessionFeed, type FeedState } from "./session-feed.ts";

/** The feed of the session that is shown. */
export const FeedContext = createContext<SessionFeed | null>(null);

export function useSessionFeed(workspaceId: string, sessionId: string): SessionFeed {
  const feed = useMemo(
    () => new SessionFeed(sessionEvents(workspaceId, sessionId), beforeNextFrame),
    [workspaceId, sessionId],
  );
  useEffect(() => feed.start(), [feed]);
  return feed;
}

export function useFeed(): SessionFeed {
  const feed = use(FeedContext);
  if (feed === null) throw new Error("There is no session here.");
  return feed;
}

/** A part of what is known of the session; the component is drawn again when that part changes, and for nothing else. */
export function useFeedPart<Part>(select: (state: FeedState) => Part): Part {
  const feed = useFeed();
  return useSyncExternalStore(feed.subscribe, () => select(feed.read()));
}

export function useRow(id: string): Row | undefined {
  return useFeedPart(({ view }) => view.rows.get(id));
}

export function useLiveItem(id: string): LiveItem | undefined {
  return useFeedPart(({ view }) => view.live.find((item) => item.id === id));
}
