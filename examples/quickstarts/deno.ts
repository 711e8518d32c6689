import { createAgentService, rehearsalModels, SCOPES, type Principal } from "@workspace-agent/core";
import { createHandler } from "@workspace-agent/http";
import { interpreterSandbox } from "@workspace-agent/sandbox-interpreter";
import { sqliteStore } from "@workspace-agent/store-sqlite";
import { folderVolumes } from "@workspace-agent/volume-folder";

const service = createAgentService({
  store: sqliteStore({ file: "data/agent.db" }),
  volumes: folderVolumes({ dir: "data/files" }),
  sandbox: interpreterSandbox(),
  models: rehearsalModels(),
  secretKey: process.env.SECRET_KEY,
});
await service.start();

/** Your own users: from a session, a token or a key. Null is 401. */
async function authenticate(request: Request): Promise<Principal | null> {
  if (request.headers.get("x-api-key") !== "ada-key") return null;
  return { id: "ada", tenant: "engines", kind: "user", scopes: SCOPES, workspace_ids: null };
}

const agents = createHandler(service, { prefix: "/agents", authenticate });

export default {
  fetch(request: Request): Promise<Response> | Response {
    const { pathname } = new URL(request.url);
    return pathname.startsWith("/agents/") ? agents(request) : new Response("Your own page.\n");
  },
};

const stop = () => void service.stop().then(() => process.exit());
process.on("SIGTERM", stop).on("SIGINT", stop);
