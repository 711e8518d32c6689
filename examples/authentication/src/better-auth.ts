import { SCOPES, type Principal } from "@workspace-agent/core";
import { betterAuth, type BetterAuthOptions } from "better-auth";
import { organization } from "better-auth/plugins";

/** Your `auth.ts`: an organization is a tenant. */
export const makeAuth = (options: Pick<BetterAuthOptions, "database" | "secret" | "baseURL">) =>
  betterAuth({ ...options, emailAndPassword: { enabled: true }, plugins: [organization()] });

/** Accepts the session cookie of better-auth. The active organization of the session is the tenant. */
export function betterAuthUsers({ api }: ReturnType<typeof makeAuth>) {
  return async (request: Request): Promise<Principal | null> => {
    // A refreshed session needs a new cookie, which only the routes of better-auth can set.
    const found = await api.getSession({ headers: request.headers, query: { disableRefresh: true } });
    const tenant = found?.session.activeOrganizationId;
    if (found === null || typeof tenant !== "string") return null;
    const { id, name } = found.user;
    return { id, name, tenant, kind: "user", scopes: SCOPES, workspace_ids: null };
  };
}
