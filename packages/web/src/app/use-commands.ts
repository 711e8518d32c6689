import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMatch } from "@tanstack/react-router";
import { client } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import { sessionsQuery } from "../api/sessions.ts";
import { sessionTitle } from "../workspace/chat/sessions/session-title.ts";
import { visibleText } from "../workspace/chat/text/visible-text.ts";
import { matching, screenCommands, sessionCommand, viewCommands, type Command } from "./commands.ts";
import { leave } from "./leave.ts";

const MOST_WORKSPACES = 20;
const MOST_SESSIONS = 10;

/** What a text may mean: the views and sessions of the workspace that is open, all screens, and workspaces by their names. */
export function useCommands(text: string, search: string): readonly Command[] {
  const openId = useMatch({ from: "/shell/workspaces/$id", shouldThrow: false })?.params.id ?? null;
  const sessions = useSessionCommands(openId);
  const workspaces = useWorkspaceCommands(search);
  const screens = screenCommands(() => void leave());
  // What was found for another text stays until the answer comes, as far as it fits.
  const typed = text.trim().toLowerCase();
  const isMeant = ({ id, name }: Command) => id !== openId && name.toLowerCase().includes(typed);
  return [
    ...matching([...(openId === null ? [] : viewCommands(openId)), ...screens], text),
    ...matching(sessions, text).slice(0, MOST_SESSIONS),
    ...workspaces.filter(isMeant),
  ];
}

function useSessionCommands(openId: string | null): readonly Command[] {
  const { data } = useInfiniteQuery({ ...sessionsQuery(openId ?? ""), enabled: openId !== null });
  if (openId === null) return [];
  return (data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(({ parent }) => parent === null)
    .map((session) => sessionCommand(openId, session.id, visibleText(sessionTitle(session))));
}

function useWorkspaceCommands(search: string): readonly Command[] {
  const { data = [] } = useQuery({
    queryKey: [...keys.workspaces.list(search), "palette"],
    queryFn: async ({ signal }) => {
      const query = { limit: MOST_WORKSPACES, ...(search !== "" && { search }) };
      return (await client.page("/api/workspaces", { signal, params: { query } })).items;
    },
    placeholderData: (previous) => previous,
  });
  return data.map(({ id, name }) => ({
    id,
    name,
    group: "Workspace",
    go: (navigate) => void navigate({ to: "/workspaces/$id", params: { id } }),
  }));
}
