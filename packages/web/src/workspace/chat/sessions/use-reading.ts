import type { Session } from "@workspace-agent/client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { sessionQuery } from "../../../api/sessions.ts";
import { workspaceQuery } from "../../../api/workspaces.ts";
import {
  isUnread,
  markRead,
  noteReadIdle,
  sessionName,
  workspaceName,
} from "../../../workspaces/personal/personal-view.ts";
import { usePersonalView } from "../../../workspaces/personal/use-personal-view.ts";

function subscribe(onChange: () => void): () => void {
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}

const useIsVisible = () => useSyncExternalStore(subscribe, () => document.visibilityState === "visible");

const activeAt = (session: Session | undefined) =>
  session === undefined ? 0 : Date.parse(session.last_active_at);

/** Whether the person has not seen the last activity of a session, which is not in the archive. */
export function useIsUnread(): (session: Session) => boolean {
  const { view } = usePersonalView();
  return (session) => {
    const name = sessionName(session.workspace_id, session.id);
    return !view.archived.has(name) && isUnread(view, name, activeAt(session));
  };
}

/**
 * Notes what the person reads while the page is visible: the shown session up to its last activity, and how many idle sessions of the
 * workspace are read. Without a list of them, their number stays as it is.
 */
export function useReading(
  workspaceId: string,
  shownId: string | null,
  sessions: readonly Session[] | undefined,
): void {
  const { change } = usePersonalView();
  const isVisible = useIsVisible();
  const isUnreadSession = useIsUnread();
  const { data: shown } = useQuery({
    ...sessionQuery(workspaceId, shownId ?? ""),
    enabled: shownId !== null,
  });
  const listed = sessions?.find(({ id }) => id === shownId);
  const readAt = shownId === null ? 0 : Math.max(activeAt(shown), activeAt(listed));
  useEffect(() => {
    if (isVisible && shownId !== null)
      change((view) => markRead(view, sessionName(workspaceId, shownId), readAt));
  }, [isVisible, workspaceId, shownId, readAt, change]);

  const { data: workspace } = useQuery(workspaceQuery(workspaceId));
  const unread = sessions?.filter(
    (session) => session.parent === null && session.status === "idle" && isUnreadSession(session),
  ).length;
  const idle = workspace?.session_counts.idle;
  useEffect(() => {
    if (isVisible && idle !== undefined && unread !== undefined)
      change((view) => noteReadIdle(view, workspaceName(workspaceId), Math.max(0, idle - unread)));
  }, [isVisible, workspaceId, idle, unread, change]);
}
