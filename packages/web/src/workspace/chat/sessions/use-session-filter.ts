import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { chatRoute } from "../route.ts";
import { toParameters, toSessionFilter, type SessionFilter } from "./session-filter.ts";

/** The filter of the list, which is in the address beside the selected session. */
export function useSessionFilter(workspaceId: string) {
  // The route of the chat passes parameters on that it does not know.
  const search: object = chatRoute.useSearch();
  const navigate = useNavigate();
  const change = useCallback(
    (changes: Partial<SessionFilter>) =>
      void navigate({
        to: "/workspaces/$id/chat",
        params: { id: workspaceId },
        search: ({ session, ...before }) => ({
          ...(session !== undefined && { session }),
          ...toParameters({ ...toSessionFilter(before), ...changes }),
        }),
        replace: true,
      }),
    [navigate, workspaceId],
  );
  return { filter: toSessionFilter(search), change };
}
