import type { Workspace } from "@workspace-agent/client";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { attentionQuery, findWaitingSession } from "../api/attention.ts";
import { countWaiting, newlyWaiting } from "../api/waiting.ts";
import { badgedIcon } from "./favicon.ts";
import { notify } from "./notifications.ts";

/** Shows in the icon of the page how many sessions wait for an answer, and notifies of new ones. */
export function Attention() {
  const { data } = useQuery(attentionQuery);
  const navigate = useNavigate();
  const before = useRef<readonly Workspace[]>(undefined);
  const waiting = countWaiting(data ?? []);

  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link === null || waiting === 0) return;
    const { href } = link;
    link.href = badgedIcon(waiting);
    return () => void (link.href = href);
  }, [waiting]);

  useEffect(() => {
    if (data === undefined) return;
    const known = before.current;
    before.current = data;
    // What waited before the page was opened is shown, and not news.
    for (const { id, name } of known === undefined ? [] : newlyWaiting(known, data))
      notify({
        title: name,
        body: "The agent is waiting for your answer.",
        tag: `waiting ${id}`,
        onOpen: () => {
          const open = (session?: string) =>
            void navigate({
              to: "/workspaces/$id/chat",
              params: { id },
              search: session === undefined ? {} : { session },
            });
          findWaitingSession(id).then(open, () => open());
        },
      });
  }, [data, navigate]);
  return null;
}
