import { createAgentService, rehearsalModels, SCOPES, type Principal } from "@workspace-agent/core";
import { createHandler, type Handler } from "@workspace-agent/http";
import { interpreterSandbox } from "@workspace-agent/sandbox-interpreter";
import { sqliteStore } from "@workspace-agent/store-sqlite";
import { folderVolumes } from "@workspace-agent/volume-folder";

/** Your own users: from a session, a token or a key. Null is 401. */
async function authenticate(request: Request): Promise<Principal | null> {
  if (request.headers.get("x-api-key") !== "ada-key") return null;
  return { id: "ada", tenant: "engines", kind: "user", scopes: SCOPES, workspace_ids: null };
}

async function start(): Promise<Handler> {
  const service = createAgentService({
    store: sqliteStore({ file: "data/agent.db" }),
    volumes: folderVolumes({ dir: "data/files" }),
    sandbox: interpreterSandbox(),
    models: rehearsalModels(),
    secretKey: process.env.SECRET_KEY,
  });
  await service.start();
  return createHandler(service, { prefix: "/agents", authenticate });
}

// Next loads a route more than once, also while it builds. The service starts with the first request, once for the process.
const shared = globalThis as typeof globalThis & { agents?: Promise<Handler> };

async function answer(request: Request): Promise<Response> {
  const agents = await (shared.agents ??= start());
  return await agents(request);
}

export { answer as DELETE, answer as GET, answer as HEAD, answer as OPTIONS };
export { answer as PATCH, answer as POST, answer as PUT };
