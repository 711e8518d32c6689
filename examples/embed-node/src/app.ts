import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { createAgentService, rehearsalModels, type AgentService } from "@workspace-agent/core";
import { createHandler } from "@workspace-agent/http";
import { ajvSchemas } from "@workspace-agent/json-schema";
import { interpreterSandbox } from "@workspace-agent/sandbox-interpreter";
import { sqliteStore } from "@workspace-agent/store-sqlite";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { webUi } from "@workspace-agent/web";
import { authenticate } from "./users.ts";

const PREFIX = "/agents";

export interface App {
  readonly server: Server;
  readonly service: AgentService;
}

/** An existing server with its own routes, and the agents and their web interface under a prefix. */
export async function createApp(dataDir: string): Promise<App> {
  const service = createAgentService({
    store: sqliteStore({ file: join(dataDir, "agents.db") }),
    volumes: folderVolumes({ dir: join(dataDir, "files") }),
    sandbox: interpreterSandbox(),
    models: rehearsalModels(),
    outputSchemas: ajvSchemas(),
    secretKey: "this example keeps its key in its source; yours does not",
  });
  await service.start();
  const agents = createHandler(service, { prefix: PREFIX, authenticate, ui: webUi() });
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    if (path === PREFIX || path.startsWith(`${PREFIX}/`) || path.startsWith(`${PREFIX}?`)) {
      agents(request, response);
      return;
    }
    response.setHeader("content-type", "text/plain; charset=utf-8").end("The host's own page.\n");
  });
  return { server, service };
}
