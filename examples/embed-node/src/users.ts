import { SCOPES, type Principal } from "@workspace-agent/core";

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
