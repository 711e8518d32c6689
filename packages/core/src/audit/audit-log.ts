import { canonicalJson } from "../runtime/canonical-json.ts";
import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { sha256 } from "../runtime/hash.ts";
import {
  decodeNumber,
  DEFAULT_PAGE,
  MAX_PAGE,
  toPage,
  type Page,
  type PageRequest,
} from "../domain/paging.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, STORE } from "../ports/injection.ts";
import type { Repositories, Store } from "../ports/store.ts";
import { requirePart } from "../ports/store-parts.ts";
import type { Principal } from "../domain/principals/principal.ts";
import { toTimestamp } from "../domain/wire.ts";
import type { AuditApi } from "./audit-api.ts";
import type { AuditAction, AuditEntry } from "../domain/audit/audit-entry.ts";

/** What is written of an action. */
export interface Audited {
  readonly action: AuditAction;
  readonly workspaceId?: string;
  readonly sessionId?: string;
  readonly details: AuditEntry["details"];
}

/** Whose action it is; a null id stands for somebody who is not known. */
export type Actor = Pick<Principal, "tenant" | "kind" | "address"> & { readonly id: string | null };

function checkReader(principal: Principal): void {
  if (principal.workspace_ids !== null)
    throw new DomainError("not_allowed", "The audit log is for people who see the whole tenant.");
}

/** The audit log: a chain of entries in which each holds the hash of the one before it. */
@service()
export class AuditLog implements AuditApi {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Appends an entry in the transaction of the action itself: neither is there without the other. It is the last thing that
   * the transaction does, since others that append wait for its end.
   */
  async record(repositories: Repositories, actor: Actor, audited: Audited): Promise<void> {
    const { audit } = repositories;
    if (audit === undefined) return;
    const { seq, hash } = await audit.lockHead(actor.tenant);
    const entry = {
      seq: seq + 1,
      at: toTimestamp(this.clock.now()),
      action: audited.action,
      by: actor.id === null ? null : { kind: actor.kind, id: actor.id },
      address: actor.address ?? null,
      workspace_id: audited.workspaceId ?? null,
      session_id: audited.sessionId ?? null,
      details: audited.details,
      previous: hash,
    };
    await audit.append(actor.tenant, { ...entry, hash: sha256(canonicalJson(entry)) });
  }

  async list(
    principal: Principal,
    { limit = DEFAULT_PAGE, cursor, action }: PageRequest & { readonly action?: AuditAction },
  ): Promise<Page<AuditEntry>> {
    checkReader(principal);
    const rows = await requirePart(this.store, "audit").list(principal.tenant, {
      limit: limit + 1,
      ...(cursor !== undefined && { before: decodeNumber(cursor) }),
      action,
    });
    return toPage(rows, limit, ({ seq }) => seq);
  }

  export(principal: Principal): AsyncGenerator<readonly AuditEntry[], void> {
    checkReader(principal);
    return this.entries(principal.tenant);
  }

  private async *entries(tenant: string): AsyncGenerator<readonly AuditEntry[], void> {
    const audit = requirePart(this.store, "audit");
    for (let after = 0; ;) {
      const entries = await audit.page(tenant, { after, limit: MAX_PAGE });
      const last = entries.at(-1);
      if (last === undefined) return;
      yield entries;
      after = last.seq;
    }
  }
}
