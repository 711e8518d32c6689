import express from "express";
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
const port = Number(process.env.PORT ?? 3000);

const app = express();
// Before express.json() and other parsers: the handler reads the body itself.
app.use("/agents", agents);
app.get("/", (_request, response) => void response.send("Your own page.\n"));
app.listen(port, "localhost"); // Others reach it once `authenticate` has your users.

const stop = () => void service.stop().then(() => process.exit());
process.on("SIGTERM", stop).on("SIGINT", stop);
