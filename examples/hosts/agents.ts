import { createAgentService, rehearsalModels, SCOPES } from "@workspace-agent/core";
import type { AgentService, AgentServiceOptions, Logger, Principal } from "@workspace-agent/core";
import { createHandler, type Handler } from "@workspace-agent/http";

/** Where the agents are mounted, beside the host's own routes. */
export const PREFIX = "/agents";
/** The same agents once more, for people who sign in with a password and have a cookie. */
export const SIGN_IN_PREFIX = "/team";

/** What every host here answers by itself. */
export const OWN_PAGE = "The host's own page.\n";
export const OWN_COOKIE = "host_visit=1; Path=/; HttpOnly; SameSite=Lax";

/** The host's own users, as its own sign-in knows them. Each company is a tenant that sees nothing of the others. */
const API_KEYS: Readonly<Record<string, { readonly user: string; readonly company: string }>> = {
  "ada-key": { user: "ada", company: "engines" },
  "grace-key": { user: "grace", company: "compilers" },
};

/** Who makes a request: null is answered with 401. */
export async function authenticate(request: Request): Promise<Principal | null> {
  const key = request.headers.get("x-api-key") ?? "";
  const found = Object.hasOwn(API_KEYS, key) ? API_KEYS[key] : undefined;
  if (found === undefined) return null;
  return { id: found.user, tenant: found.company, kind: "user", scopes: SCOPES, workspace_ids: null };
}

export interface Agents {
  readonly service: AgentService;
  /** Under `PREFIX`, for the host's own users. */
  readonly forUsers: Handler;
  /** Under `SIGN_IN_PREFIX`, with the service's own sign-in. */
  readonly forTeam: Handler;
}

/** Where the agents keep what they have, and what runs their commands. */
export type Place = Pick<AgentServiceOptions, "store" | "volumes" | "sandbox">;

/** One service with two doors, ready to be mounted. `logger` is the host's own. */
export async function startAgents(place: Place, logger: Logger): Promise<Agents> {
  const service = createAgentService({
    ...place,
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

/** Which door a path leads to; null: it is the host's own. */
export function doorOf({ forUsers, forTeam }: Agents, path: string): Handler | null {
  const isUnder = (prefix: string) => path === prefix || path.startsWith(`${prefix}/`);
  if (isUnder(PREFIX)) return forUsers;
  return isUnder(SIGN_IN_PREFIX) ? forTeam : null;
}
