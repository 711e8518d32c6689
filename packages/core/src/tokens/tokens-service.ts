import { AuditLog } from "../audit/audit-log.ts";
import { checkWorkspaceIds } from "../access/workspace-access.ts";
import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { invalidField } from "../domain/errors/invalid-field.ts";
import { sha256 } from "../runtime/hash.ts";
import { newId } from "../domain/ids.ts";
import { newestPage, type Page, type PageRequest } from "../domain/paging.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, STORE } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import { requirePart } from "../ports/store-parts.ts";
import { noteUse } from "./note-use.ts";
import { requireScope, type Principal } from "../domain/principals/principal.ts";
import { SCOPES, type Scope } from "../domain/principals/scopes.ts";
import type { TokensApi } from "./tokens-api.ts";
import { toTimestamp } from "../domain/wire.ts";
import type {
  CreatedServiceToken,
  CreateServiceToken,
  ServiceToken,
  ServiceTokenRecord,
} from "../domain/tokens/service-token.ts";
import { DailyUses } from "./daily-uses.ts";
import { isToken, newToken, tokenHint } from "./token-format.ts";

/** `last_used_at` is written at most once in this time, so that a poll costs no write. */
const TOUCH_MS = 60_000;

const invalidToken = () => new DomainError("invalid_token", "The token is not valid.");

function toServiceToken(record: ServiceTokenRecord): ServiceToken {
  const { id, name, hint, scopes, workspace_ids, expires_at, last_used_at, created_at } = record;
  return {
    id,
    name,
    hint,
    scopes: [...scopes],
    workspace_ids: workspace_ids === null ? null : [...workspace_ids],
    expires_at: toTimestamp(expires_at),
    last_used_at: toTimestamp(last_used_at),
    created_at: toTimestamp(created_at),
  };
}

/** A token may do no more than who makes it: all of that person's scopes, or some of them. */
function grantedScopes(principal: Principal, asked: readonly Scope[] | undefined): readonly Scope[] {
  for (const scope of asked ?? []) requireScope(principal, scope);
  return SCOPES.filter((scope) => (asked ?? principal.scopes).includes(scope));
}

@service()
export class TokensService implements TokensApi {
  private readonly uses = new DailyUses();

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(AuditLog) private readonly audit: AuditLog,
  ) {}

  async list({ tenant }: Principal, query: PageRequest): Promise<Page<ServiceToken>> {
    const tokens = requirePart(this.store, "serviceTokens");
    const { items, next } = await newestPage(query, (page) => tokens.list(tenant, page));
    return { items: items.map(toServiceToken), next };
  }

  async create(principal: Principal, input: CreateServiceToken): Promise<CreatedServiceToken> {
    const now = this.clock.now();
    const expires_at = input.expires_at == null ? null : Date.parse(input.expires_at);
    if (expires_at !== null && expires_at <= now) {
      throw invalidField("#/expires_at", "must be in the future");
    }
    const scopes = grantedScopes(principal, input.scopes);
    const workspace_ids = input.workspace_ids ?? principal.workspace_ids;
    await checkWorkspaceIds(this.store, principal, workspace_ids ?? []);
    const token = newToken();
    const record: ServiceTokenRecord = {
      id: newId("tok", now),
      tenant: principal.tenant,
      name: input.name,
      hint: tokenHint(token),
      hash: sha256(token),
      scopes,
      workspace_ids,
      created_by: principal.id,
      expires_at,
      last_used_at: null,
      created_at: now,
    };
    await this.insert(principal, record);
    return { ...toServiceToken(record), token };
  }

  /** By itself: what a transaction holds on to for a while must not hold the token. */
  private async insert(principal: Principal, record: ServiceTokenRecord): Promise<void> {
    const { id, name, scopes, workspace_ids, expires_at } = toServiceToken(record);
    const details = { token_id: id, name, scopes, workspace_ids: workspace_ids ?? [], expires_at };
    await this.store.transaction(async (repositories) => {
      await requirePart(repositories, "serviceTokens").insert(record);
      await this.audit.record(repositories, principal, { action: "token.created", details });
    });
  }

  async revoke(principal: Principal, id: string): Promise<void> {
    await this.store.transaction(async (repositories) => {
      if (!(await requirePart(repositories, "serviceTokens").delete(principal.tenant, id)))
        throw new DomainError("not_found", "There is no such token.");
      await this.audit.record(repositories, principal, {
        action: "token.revoked",
        details: { token_id: id },
      });
    });
  }

  /** By itself, as `insert`. */
  private async recordUse(principal: Principal, isLast: boolean): Promise<void> {
    const details = isLast ? { note: "Further addresses of this day are not written." } : {};
    try {
      await this.store.transaction((repositories) =>
        this.audit.record(repositories, principal, { action: "token.used", details }),
      );
    } catch (error) {
      this.uses.forget(principal.id, principal.address ?? null);
      throw error;
    }
  }

  async authenticate(token: string, address: string | null = null): Promise<Principal> {
    if (!isToken(token)) throw invalidToken();
    const { serviceTokens } = this.store;
    const record = (await serviceTokens?.findByHash(sha256(token))) ?? null;
    const now = this.clock.now();
    if (record === null || (record.expires_at !== null && record.expires_at <= now)) throw invalidToken();
    if (record.last_used_at === null || now - record.last_used_at >= TOUCH_MS) {
      await noteUse(
        this.logger,
        requirePart(this.store, "serviceTokens").touch(record.tenant, record.id, now),
      );
    }
    const { id, name, tenant, scopes, workspace_ids } = record;
    const principal: Principal = { id, name, tenant, kind: "token", scopes, workspace_ids, address };
    const use = this.uses.note(id, address, now);
    if (use !== null) await noteUse(this.logger, this.recordUse(principal, this.uses.isLast(use)));
    return principal;
  }
}
