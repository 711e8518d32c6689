import { DomainError } from "../domain/errors/domain-error.ts";
import { hasScope, seesWorkspace, type Principal } from "../domain/principals/principal.ts";
import type { Scope } from "../domain/principals/scopes.ts";
import type { ServiceTokenRecord } from "../domain/tokens/service-token.ts";
import type { Repositories } from "../ports/store.ts";

/** As whom something runs that somebody made before. */
export interface RunAs {
  readonly principal: Omit<Principal, "address">;
  /** The principal is a service token of the store, which is read again each time. */
  readonly is_service_token: boolean;
}

/** The form of the ids of service tokens. A host may have tokens of its own, with other ids, which it knows alone. */
const SERVICE_TOKEN = /^tok_[0-9a-z]{26}$/;

/** A principal's service token; null if it has none. Throws `invalid_token` for one that was revoked. */
export async function serviceTokenOf(
  { serviceTokens }: Pick<Repositories, "serviceTokens">,
  { kind, id, tenant }: Principal,
): Promise<ServiceTokenRecord | null> {
  if (kind !== "token" || serviceTokens === undefined) return null;
  const token = await serviceTokens.get(tenant, id);
  if (token === null && SERVICE_TOKEN.test(id))
    throw new DomainError("invalid_token", "The service token was revoked.");
  return token;
}

/** As whom something runs later that the principal makes. Throws `invalid_token` if its token was revoked meanwhile. */
export async function runAs(repositories: Repositories, caller: Principal): Promise<RunAs> {
  const { address: _, ...principal } = caller;
  return { principal, is_service_token: (await serviceTokenOf(repositories, caller)) !== null };
}

/**
 * As whom it runs now, or null if the token was revoked, has expired, or may no longer do this in the workspace; null as the workspace
 * stands for work in new ones.
 */
export async function principalOf(
  repositories: Repositories,
  { principal, is_service_token, workspace_id }: RunAs & { readonly workspace_id: string | null },
  now: number,
): Promise<Principal | null> {
  if (!is_service_token) return principal;
  const token = (await repositories.serviceTokens?.get(principal.tenant, principal.id)) ?? null;
  if (token === null || (token.expires_at !== null && token.expires_at <= now)) return null;
  const { name, scopes, workspace_ids } = token;
  const current: Principal = { ...principal, name, scopes, workspace_ids };
  const needed: readonly Scope[] = workspace_id === null ? ["chat", "workspaces:write"] : ["chat"];
  const mayRun = needed.every((scope) => hasScope(current, scope)) && seesWorkspace(current, workspace_id);
  return mayRun ? current : null;
}
