import { DomainError } from "../domain/errors/domain-error.ts";
import { hasScope, seesWorkspace, type Principal } from "../domain/principals/principal.ts";
import type { ScheduleRecord } from "../domain/schedules/schedule.ts";
import type { ServiceTokenRecord } from "../domain/tokens/service-token.ts";
import type { Repositories } from "../ports/store.ts";

type As = Pick<ScheduleRecord, "principal" | "is_service_token">;

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

/** As whom a schedule runs that the principal makes. Throws `invalid_token` if its token was revoked meanwhile. */
export async function runAs(repositories: Repositories, caller: Principal): Promise<As> {
  const { address: _, ...principal } = caller;
  return { principal, is_service_token: (await serviceTokenOf(repositories, caller)) !== null };
}

/** As whom the schedule runs now, or null if its token was revoked, has expired, or may no longer chat in the workspace. */
export async function principalOf(
  repositories: Repositories,
  { principal, is_service_token, workspace_id }: ScheduleRecord,
  now: number,
): Promise<Principal | null> {
  if (!is_service_token) return principal;
  const token = (await repositories.serviceTokens?.get(principal.tenant, principal.id)) ?? null;
  if (token === null || (token.expires_at !== null && token.expires_at <= now)) return null;
  const { name, scopes, workspace_ids } = token;
  const current: Principal = { ...principal, name, scopes, workspace_ids };
  return hasScope(current, "chat") && seesWorkspace(current, workspace_id) ? current : null;
}

export const principalGone = () =>
  new DomainError(
    "not_allowed",
    "The token of whoever made the schedule was revoked or has expired. Change its `turn` to run it as yourself.",
  );
