import { DurableObject } from "cloudflare:workers";
import { createAgentService, rehearsalModels, SCOPES, type Principal } from "@workspace-agent/core";
import { memoryStore, memoryVolumes } from "@workspace-agent/core/memory";
import { createHandler, type Handler } from "@workspace-agent/http";
import { fromAiSdkSandbox } from "@workspace-agent/sandbox-ai-sdk";
import { bashSession } from "./bash-session.ts";

/** Your own users: from a session, a token or a key. Null is 401. */
async function authenticate(request: Request): Promise<Principal | null> {
  if (request.headers.get("x-api-key") !== "ada-key") return null;
  return { id: "ada", tenant: "engines", kind: "user", scopes: SCOPES, workspace_ids: null };
}

async function start(): Promise<Handler> {
  const service = createAgentService({
    store: memoryStore(),
    volumes: memoryVolumes(),
    sandbox: fromAiSdkSandbox({ network: "none", background: false, open: async () => bashSession() }),
    models: rehearsalModels(),
  });
  await service.start();
  return createHandler(service, { prefix: "/agents", authenticate });
}

/** The one object that has the service: a turn continues here after its request, which it may not in a worker. */
export class Agents extends DurableObject {
  private readonly agents = start();

  async fetch(request: Request): Promise<Response> {
    const agents = await this.agents;
    return await agents(request);
  }
}

interface Env {
  readonly AGENTS: { getByName(name: string): Pick<Agents, "fetch"> };
}

export default {
  fetch(request: Request, { AGENTS }: Env): Promise<Response> | Response {
    const { pathname } = new URL(request.url);
    const isAgents = pathname.startsWith("/agents/");
    return isAgents ? AGENTS.getByName("agents").fetch(request) : new Response("Your own page.\n");
  },
};
