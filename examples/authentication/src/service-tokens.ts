import type { AgentService, Principal } from "@workspace-agent/core";

export type Authenticate = (request: Request) => Promise<Principal | null>;

/** Accepts service tokens for programs, beside what the host has for people. A token that is wrong, expired or revoked is 401. */
export function withServiceTokens(service: AgentService, people: Authenticate): Authenticate {
  return async (request) => {
    const token = /^Bearer (wat_\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
    return token === undefined ? await people(request) : await service.tokens.authenticate(token);
  };
}

/** A token with which a program of a customer may start turns in one workspace, for 90 days. It is shown this once. */
export async function tokenForProgram(service: AgentService, person: Principal, workspaceId: string) {
  const { token } = await service.tokens.create(person, {
    name: "nightly report",
    scopes: ["workspaces:read", "chat"],
    workspace_ids: [workspaceId],
    expires_at: new Date(Date.now() + 90 * 86_400_000).toISOString(),
  });
  return token;
}
