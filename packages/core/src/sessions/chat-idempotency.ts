import * as v from "valibot";
import { inject, injectable } from "../di.ts";
import { DomainError } from "../errors/domain-error.ts";
import { sha256 } from "../hash.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK } from "../ports/injection.ts";
import type { Repositories } from "../ports/store.ts";
import type { Principal } from "../principals/principal.ts";
import type { AcceptedTurn, Chat } from "./chat.ts";

export const IDEMPOTENCY_TTL_MS = 86_400_000;

const RememberedTurnSchema = v.object({ session_id: v.string(), turn_id: v.string(), first_seq: v.number() });

export interface IdempotencyKey {
  readonly id: string;
  readonly fingerprint: string;
}

/** Remembers which turn a key made. The record is written with the turn, so there is never one without the other. */
@injectable()
export class ChatIdempotency {
  constructor(@inject(CLOCK) private readonly clock: Clock) {}

  /** `mode` is left out of the fingerprint: a repeat answers in its own mode about the same turn. */
  async keyOf(principal: Principal, workspaceId: string, key: string, chat: Chat): Promise<IdempotencyKey> {
    const { mode, ...body } = chat;
    const sorted = Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)));
    return {
      id: JSON.stringify([principal.id, "chat", workspaceId, key]),
      fingerprint: await sha256(JSON.stringify(sorted)),
    };
  }

  async find(
    repositories: Repositories,
    tenant: string,
    key: IdempotencyKey,
  ): Promise<v.InferOutput<typeof RememberedTurnSchema> | null> {
    const record = await repositories.idempotency.get(tenant, key.id);
    if (record === null) return null;
    if (record.created_at <= this.clock.now() - IDEMPOTENCY_TTL_MS) {
      await repositories.idempotency.delete(tenant, key.id);
      return null;
    }
    if (record.fingerprint !== key.fingerprint) {
      throw new DomainError("idempotency_key_reused", "This Idempotency-Key was used with another body.");
    }
    if (record.answer === null)
      throw new DomainError("idempotency_in_progress", "The first request with this key is still running.", {
        retryAfter: 1,
      });
    return v.parse(RememberedTurnSchema, JSON.parse(record.answer));
  }

  async keep(
    repositories: Repositories,
    tenant: string,
    key: IdempotencyKey,
    turn: AcceptedTurn,
  ): Promise<void> {
    const answer = JSON.stringify({
      session_id: turn.session_id,
      turn_id: turn.turn_id,
      first_seq: turn.first_seq,
    });
    const isNew = await repositories.idempotency.insert({
      ...key,
      tenant,
      answer,
      created_at: this.clock.now(),
    });
    if (!isNew)
      throw new DomainError("idempotency_in_progress", "Another request with this key came first.", {
        retryAfter: 1,
      });
  }
}
