import { createContext, use, useEffect, useMemo, useSyncExternalStore } from "react";
import { sessionEvents } from "../../../api/session-events.ts";
import type { Row } from "../log/row.ts";
import type { CallOutput, LiveItem } from "../log/session-view.ts";
import { beforeNextFrame } from "./before-next-frame.ts";
import { SessionFeed, type FeedState } from "./session-feed.ts";

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
  if (feed === null) throw new Error("The component must be inside a conversation.");
  return feed;
}

/** A part of the state; the component renders only when that part changes. */
export function useFeedPart<Part>(select: (state: FeedState) => Part): Part {
  const feed = useFeed();
  return useSyncExternalStore(feed.subscribe, () => select(feed.read()));
}

export function useRow(id: string): Row | undefined {
  return useFeedPart(({ view }) => view.rows.get(id));
}

/** What a running call has written. */
export function useCallOutput(id: string): CallOutput | undefined {
  return useFeedPart(({ view }) => view.outputs.get(id));
}

export function useLiveItem(id: string): LiveItem | undefined {
  return useFeedPart(({ view }) => view.live.find((item) => item.id === id));
}
