import type { Config, WorkspaceAgentClient } from "@workspace-agent/client";

export const CONFIG_PATH = "/api/workspaces/{id}/config";

/** The config of a workspace, and the parameters with which a PUT fails if somebody else changed it meanwhile. */
export async function readConfig(client: WorkspaceAgentClient, id: string) {
  const path = { id };
  const { data, response } = await client.api.GET(CONFIG_PATH, { params: { path } });
  const etag = response.headers.get("etag");
  return {
    config: data as Config,
    params: { path, ...(etag !== null && { header: { "If-Match": etag } }) },
  };
}
