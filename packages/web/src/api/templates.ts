import type { components } from "@workspace-agent/client";
import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";
import { once } from "./once.ts";
import { useChange } from "./use-change.ts";

/** The names of the templates for a new workspace, at most 500. */
export const templateNamesQuery = queryOptions({
  queryKey: keys.library.kind("templates", "names"),
  queryFn: async ({ signal }) => {
    const { items } = await client.page("/api/templates", { signal, params: { query: { limit: 500 } } });
    return items.map(({ name, description }) => ({ name, description }));
  },
});

type SaveAsTemplate = components["schemas"]["SaveAsTemplate"];

export function useSaveAsTemplate(workspaceId: string) {
  return useChange(
    keys.library.kind("templates"),
    async (body: SaveAsTemplate) =>
      await once((key) =>
        client.post("/api/workspaces/{id}/save-as-template", {
          params: { path: { id: workspaceId }, header: { "Idempotency-Key": key } },
          body,
        }),
      ),
  );
}
