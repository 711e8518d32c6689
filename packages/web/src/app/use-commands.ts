import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMatch } from "@tanstack/react-router";
import { client } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import { sessionsQuery } from "../api/sessions.ts";
import { sessionTitle } from "../workspace/chat/sessions/session-title.ts";
import { matching, screenCommands, viewCommands, type Command } from "./commands.ts";

const MAX_WORKSPACES = 20;
const MAX_SESSIONS = 10;

/** The commands that match a text: views and sessions of the open workspace, screens, and workspaces. */
export function useCommands(text: string, search: string): readonly Command[] {
  const openId = useMatch({ from: "/shell/workspaces/$id", shouldThrow: false })?.params.id ?? null;
  const sessions = useSessionCommands(openId);
  const workspaces = useWorkspaceCommands(search);
  // While a new search runs, the results of the last one are filtered.
  const typed = text.trim().toLowerCase();
  return [
    ...matching([...(openId === null ? [] : viewCommands(openId)), ...screenCommands()], text),
    ...matching(sessions, text).slice(0, MAX_SESSIONS),
    ...workspaces.filter(({ id, name }) => id !== openId && name.toLowerCase().includes(typed)),
  ];
}

function useSessionCommands(openId: string | null): readonly Command[] {
  const { data } = useInfiniteQuery({ ...sessionsQuery(openId ?? ""), enabled: openId !== null });
  if (openId === null) return [];
  return (data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(({ parent }) => parent === null)
    .map((session) => ({
      id: session.id,
      name: sessionTitle(session),
      group: "Session",
      go: (navigate) =>
        navigate({ to: "/workspaces/$id/chat", params: { id: openId }, search: { session: session.id } }),
    }));
}

function useWorkspaceCommands(search: string): readonly Command[] {
  const { data = [] } = useQuery({
    queryKey: [...keys.workspaces.list(search), "palette"],
    queryFn: async ({ signal }) => {
      const query = { limit: MAX_WORKSPACES, ...(search !== "" && { search }) };
      return (await client.page("/api/workspaces", { signal, params: { query } })).items;
    },
    placeholderData: (previous) => previous,
  });
  return data.map(({ id, name }) => ({
    id,
    name,
    group: "Workspace",
    go: (navigate) => navigate({ to: "/workspaces/$id", params: { id } }),
  }));
}
