import { createAgentService, rehearsalModels, SCOPES } from "@workspace-agent/core";
import type { AgentService, AgentServiceOptions, Logger, Principal } from "@workspace-agent/core";
import { createHandler, type Handler } from "@workspace-agent/http";

/** The prefix of the agents, next to the routes of the host. */
export const PREFIX = "/agents";
/** The same agents for people who sign in with a password and get a cookie. */
export const SIGN_IN_PREFIX = "/team";

/** The response of the routes of the host. */
export const OWN_PAGE = "The host's own page.\n";
export const OWN_COOKIE = "host_visit=1; Path=/; HttpOnly; SameSite=Lax";

/** The users of the host. Each company is a tenant and cannot see the others. */
const API_KEYS: Readonly<Record<string, { readonly user: string; readonly company: string }>> = {
  "ada-key": { user: "ada", company: "engines" },
  "grace-key": { user: "grace", company: "compilers" },
};

/** The user of a request; null returns 401. */
export async function authenticate(request: Request): Promise<Principal | null> {
  const key = request.headers.get("x-api-key") ?? "";
  const found = Object.hasOwn(API_KEYS, key) ? API_KEYS[key] : undefined;
  if (found === undefined) return null;
  return { id: found.user, tenant: found.company, kind: "user", scopes: SCOPES, workspace_ids: null };
}

export interface Agents {
  readonly service: AgentService;
  /** Under `PREFIX`, for the users of the host. */
  readonly forUsers: Handler;
  /** Under `SIGN_IN_PREFIX`, with the sign-in of the service. */
  readonly forTeam: Handler;
}

/** The store, the volumes and the sandbox of the agents. */
export type Adapters = Pick<AgentServiceOptions, "store" | "volumes" | "sandbox">;

/** One service with two handlers. `logger` is the logger of the host. */
export async function startAgents(adapters: Adapters, logger: Logger): Promise<Agents> {
  const service = createAgentService({
    ...adapters,
    models: rehearsalModels(),
    secretKey: "this example keeps its key in its source; yours does not",
    signIn: { password: "this example keeps its password in its source too" },
    logger,
  });
  await service.start();
  return {
    service,
    forUsers: createHandler(service, { prefix: PREFIX, authenticate, logger }),
    forTeam: createHandler(service, { prefix: SIGN_IN_PREFIX, logger }),
  };
}

/** The handler for a path; null: a route of the host. */
export function doorOf({ forUsers, forTeam }: Agents, path: string): Handler | null {
  const isUnder = (prefix: string) => path === prefix || path.startsWith(`${prefix}/`);
  if (isUnder(PREFIX)) return forUsers;
  return isUnder(SIGN_IN_PREFIX) ? forTeam : null;
}
