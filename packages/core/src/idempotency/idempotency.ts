import { canonicalJson } from "../runtime/canonical-json.ts";
import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { sha256 } from "../runtime/hash.ts";
import { LOGGER, STORE } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { IdempotencyRecord, Repositories, Store } from "../ports/store.ts";
import type { Principal } from "../domain/principals/principal.ts";

/** How long an answer is given again. */
export const IDEMPOTENCY_TTL_MS = 86_400_000;
/** After this a request that never came to its end is taken for one that died with its process. */
export const ABANDONED_MS = 900_000;

/** What a creating method takes beside its input. */
export interface CreateOptions {
  /** 1 to 255 printable ASCII characters: a repeat with the same input gives the first answer. Undefined: nothing is remembered. */
  readonly idempotencyKey?: string | undefined;
  /** Called when the answer is that of an earlier request. */
  readonly onReplay?: (() => void) | undefined;
}

export interface IdempotentRequest extends CreateOptions {
  readonly principal: Principal;
  /** What a key counts for, with the ids of the path: keys of other routes are other keys. */
  readonly route: string;
  /** What was sent, as it was sent: the same key with another body is refused. Only its hash is kept. */
  readonly body: object | string | null;
}

const inProgress = () =>
  new DomainError("idempotency_in_progress", "The first request with this key is still running.", {
    retryAfter: 1,
  });

/**
 * Does a thing once for each key. The answer is kept as JSON beside what it tells of, for 24 hours, so it must hold no secret.
 * Another body under the same key is `idempotency_key_reused`; a first request that still runs, `idempotency_in_progress`.
 */
@service()
export class Idempotency {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One transaction: the work, and its answer under the key. What `work` throws undoes both. */
  async once<T extends object>(
    request: IdempotentRequest,
    work: (repositories: Repositories) => Promise<T>,
  ): Promise<T> {
    const record = await this.recordOf(request);
    return this.store.transaction(async (repositories) => {
      const earlier = record && (await this.begin<T>(repositories, request, record));
      if (earlier !== null) return earlier;
      const answer = await work(repositories);
      if (record !== null) await this.keep(repositories, record, answer);
      return answer;
    });
  }

  /** For what is not in the store. When `work` throws, the key is free again. */
  async onceOutside<T extends object>(request: IdempotentRequest, work: () => Promise<T>): Promise<T> {
    return this.onceStaged(request, work, (_, answer) => Promise.resolve(answer));
  }

  /**
   * As `onceOutside` for what is long or not in the store, and then one transaction for the rest and the answer. What `outside`
   * made is not undone here when `inside` throws.
   */
  async onceStaged<Prepared, T extends object>(
    request: IdempotentRequest,
    outside: () => Promise<Prepared>,
    inside: (repositories: Repositories, prepared: Prepared) => Promise<T>,
  ): Promise<T> {
    const record = await this.recordOf(request);
    const earlier =
      record &&
      (await this.store.transaction((repositories) => this.begin<T>(repositories, request, record)));
    if (earlier !== null) return earlier;
    try {
      const prepared = await outside();
      return await this.store.transaction(async (repositories) => {
        if (record !== null && !(await this.isOwn(repositories, record))) throw inProgress();
        const answer = await inside(repositories, prepared);
        if (record !== null) await this.keep(repositories, record, answer);
        return answer;
      });
    } catch (error) {
      if (record !== null) await this.release(record);
      throw error;
    }
  }

  /** The record of a request that has a key. */
  private async recordOf({
    principal,
    route,
    body,
    idempotencyKey: key,
  }: IdempotentRequest): Promise<IdempotencyRecord | null> {
    if (key === undefined) return null;
    return {
      id: JSON.stringify([principal.id, route, key]),
      tenant: principal.tenant,
      fingerprint: sha256(canonicalJson(body)),
      answer: null,
      created_at: await this.store.now(),
    };
  }

  /** The answer of an earlier request. Null: this one has stored its record, which others see once it is committed. */
  private async begin<T extends object>(
    { idempotency }: Repositories,
    request: IdempotentRequest,
    record: IdempotencyRecord,
  ): Promise<T | null> {
    const { tenant, id } = record;
    if (await idempotency.insert(record)) return null;
    const earlier = await idempotency.get(tenant, id);
    if (earlier === null) throw inProgress();
    const age = record.created_at - earlier.created_at;
    if (age < IDEMPOTENCY_TTL_MS && earlier.fingerprint !== record.fingerprint)
      throw new DomainError("idempotency_key_reused", "This Idempotency-Key was used with another body.");
    if (age < IDEMPOTENCY_TTL_MS && earlier.answer !== null) {
      request.onReplay?.();
      return JSON.parse(earlier.answer) as T;
    }
    if (age < ABANDONED_MS) throw inProgress();
    await idempotency.delete(tenant, id);
    if (!(await idempotency.insert(record))) throw inProgress();
    return null;
  }

  /** A request that was taken for dead finds the record of the one that came after it, and leaves that alone. */
  private async isOwn(
    repositories: Repositories,
    { tenant, id, created_at }: IdempotencyRecord,
  ): Promise<boolean> {
    const record = await repositories.idempotency.get(tenant, id);
    return record !== null && record.created_at === created_at && record.answer === null;
  }

  private async keep(repositories: Repositories, record: IdempotencyRecord, answer: object): Promise<void> {
    await repositories.idempotency.complete(record.tenant, record.id, JSON.stringify(answer));
  }

  private async release(record: IdempotencyRecord): Promise<void> {
    try {
      await this.store.transaction(async (repositories) => {
        if (await this.isOwn(repositories, record))
          await repositories.idempotency.delete(record.tenant, record.id);
      });
    } catch (error) {
      this.logger.warn({ error }, "the key of a failed request stays taken until it counts as abandoned");
    }
  }
}
