import { DomainError } from "../domain/errors/domain-error.ts";
import { hasScope, seesWorkspace, type Principal } from "../domain/principals/principal.ts";
import type { ScheduleRecord } from "../domain/schedules/schedule.ts";
import type { Repositories } from "../ports/store.ts";

type As = Pick<ScheduleRecord, "principal" | "is_service_token">;

/** As whom a schedule runs that the principal makes. */
export async function runAs(repositories: Repositories, caller: Principal): Promise<As> {
  const { address: _, ...principal } = caller;
  const token =
    caller.kind === "token" ? await repositories.serviceTokens?.get(caller.tenant, caller.id) : null;
  // A host may have tokens of its own, which it knows alone.
  return { principal, is_service_token: token != null };
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
