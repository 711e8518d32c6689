import { SCOPES, type Principal } from "@workspace-agent/core";

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
