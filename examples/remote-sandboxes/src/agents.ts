import { join } from "node:path";
import { createAgentService, rehearsalModels, SCOPES, type Principal } from "@workspace-agent/core";
import { createHandler } from "@workspace-agent/http";
import { sqliteStore } from "@workspace-agent/store-sqlite";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { vercelSandboxes, type VercelOptions } from "./vercel.ts";

const ada: Principal = { id: "ada", tenant: "engines", kind: "user", scopes: SCOPES, workspace_ids: null };

/** Agents whose state is in a folder of this host, and whose commands run in sandboxes of Vercel. */
export async function remoteAgents(dir: string, access: VercelOptions) {
  const service = createAgentService({
    store: sqliteStore({ file: join(dir, "agents.db") }),
    volumes: folderVolumes({ dir: join(dir, "files") }),
    sandbox: vercelSandboxes(access),
    models: rehearsalModels(),
  });
  await service.start();
  const authenticate = async ({ headers }: Request) => (headers.get("x-api-key") === "ada-key" ? ada : null);
  return { service, handler: createHandler(service, { authenticate }) };
}
