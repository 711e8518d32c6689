import { createServer } from "node:http";
import { createAgentService, rehearsalModels, SCOPES } from "@workspace-agent/core";
import { createHandler } from "@workspace-agent/http";
import { interpreterSandbox } from "@workspace-agent/sandbox-interpreter";
import { sqliteStore } from "@workspace-agent/store-sqlite";
import { folderVolumes } from "@workspace-agent/volume-folder";

const [store, volumes] = [sqliteStore({ file: "agent.db" }), folderVolumes({ dir: "files" })];
const service = createAgentService({
  store,
  volumes,
  sandbox: interpreterSandbox(),
  models: rehearsalModels(),
});
await service.start();
const ada = { id: "ada", tenant: "engines", kind: "user", scopes: SCOPES, workspace_ids: null } as const;
const authenticate = async ({ headers }: Request) => (headers.get("x-api-key") === "ada-key" ? ada : null);
const agents = createHandler(service, { prefix: "/agents", authenticate });
createServer((request, response) => {
  agents(request, response);
}).listen(3000);
