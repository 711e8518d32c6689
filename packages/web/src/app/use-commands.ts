import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { client } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import { sessionsQuery } from "../api/sessions.ts";
import { useFoundFiles } from "../api/use-found-files.ts";
import { sessionTitle } from "../workspace/chat/sessions/session-title.ts";
import { visibleText } from "../workspace/chat/text/visible-text.ts";
import { FILE_SIGN, matching, screenCommands, viewCommands, type Command } from "./commands.ts";
import { useOpenWorkspace } from "./use-open-workspace.ts";

const MAX_WORKSPACES = 20;
const MAX_SESSIONS = 10;
const MAX_FILES = 50;

interface FoundCommands {
  readonly commands: readonly Command[];
  /** Whether a workspace is open, whose files can be found too. */
  readonly isOfWorkspace: boolean;
}

/** The commands that match a text: views and sessions of the open workspace, screens, and workspaces, or files of the open workspace. */
export function useCommands(text: string, search: string): FoundCommands {
  const openId = useOpenWorkspace();
  const isFile = openId !== null && text.startsWith(FILE_SIGN);
  const files = useFileCommands(openId, isFile ? text.slice(FILE_SIGN.length).trim() : null);
  const sessions = useSessionCommands(openId);
  const workspaces = useWorkspaceCommands(isFile ? "" : search);
  // While a new search runs, the results of the last one are filtered.
  const typed = text.trim().toLowerCase();
  const all = [
    ...matching([...(openId === null ? [] : viewCommands(openId)), ...screenCommands()], text),
    ...matching(sessions, text).slice(0, MAX_SESSIONS),
    ...workspaces.filter(({ id, name }) => id !== openId && name.toLowerCase().includes(typed)),
  ];
  return { commands: isFile ? files : all, isOfWorkspace: openId !== null };
}

function useFileCommands(openId: string | null, search: string | null): readonly Command[] {
  const paths = useFoundFiles(openId ?? "", search);
  if (openId === null) return [];
  return paths.slice(0, MAX_FILES).map((path) => ({
    id: path,
    name: visibleText(path),
    group: "File",
    isPath: true,
    go: (navigate) => navigate({ to: "/workspaces/$id/files", params: { id: openId }, search: { path } }),
  }));
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
