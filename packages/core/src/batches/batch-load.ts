import { MAX_BATCH_ITEMS, type BatchItem, type BatchItemRecord } from "../domain/batches/batch-item.ts";
import type { BatchRecord } from "../domain/batches/batch.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { invalidField } from "../domain/errors/invalid-field.ts";
import { ABANDONED_MS } from "../idempotency/idempotency.ts";
import { dueNow } from "../instance/due-loop.ts";
import type { HostDisk } from "../instance/host-disk.ts";
import type { Clock } from "../ports/clock.ts";
import type { Repositories, Store } from "../ports/store.ts";
import { canonicalJson } from "../runtime/canonical-json.ts";
import { sha256 } from "../runtime/hash.ts";
import { batchesOf } from "./batch-access.ts";
import type { NumberedItem } from "./batch-lines.ts";
import type { ItemChecks } from "./item-checks.ts";

/** Items that are stored together: at most so many, and so many characters of them. */
const MOST_ITEMS = 500;
const MOST_CHARACTERS = 4 * 1_048_576;
/** Items that arrive slowly are stored after so long. */
const SLOW_MS = 60_000;

/** Of a head and the items after it. */
export function fingerprintOf(before: string, next: object): string {
  return sha256(before + canonicalJson(next));
}

function itemRecord(batch: BatchRecord, position: number, { key, ...item }: BatchItem): BatchItemRecord {
  return {
    tenant: batch.tenant,
    batch_id: batch.id,
    position,
    key,
    item,
    status: "queued",
    workspace_id: null,
    session_id: null,
    turn_id: null,
    attempts: 0,
    retry_at: null,
    ended: null,
    result: null,
  };
}

interface LoadPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly disk: Pick<HostDisk, "assertSpace">;
}

/** When a batch without further items is taken for one whose process is gone. */
export async function abandonedAt({ store, clock }: Pick<LoadPorts, "store" | "clock">): Promise<number> {
  return (await dueNow(store, clock)) + ABANDONED_MS;
}

/** The batch, locked. Throws `overloaded` if its items came so slowly that it is being removed. */
export async function stillLoading(
  repositories: Repositories,
  { tenant, id }: BatchRecord,
): Promise<BatchRecord> {
  const record = await batchesOf(repositories).get(tenant, id);
  if (record === null || record.ended_at !== null)
    throw new DomainError("overloaded", "The items of the batch arrived too slowly.", { retryAfter: 5 });
  return record;
}

/** Stores the items of a batch as they arrive, of which it holds a few hundred. */
export class BatchLoad {
  private open: BatchItemRecord[] = [];
  private characters = 0;
  private readonly keys = new Set<string>();
  private fingerprint: string;
  private storedAt: number;

  constructor(
    private readonly ports: LoadPorts,
    private readonly batch: BatchRecord,
    private readonly checks: ItemChecks,
  ) {
    this.fingerprint = batch.fingerprint;
    this.storedAt = ports.clock.monotonic();
  }

  /** Returns the batch with its items. Throws `invalid_request` for the first one that is wrong. */
  async run(items: AsyncIterable<NumberedItem>): Promise<BatchRecord> {
    for await (const { position, item } of items) {
      if (position >= MAX_BATCH_ITEMS)
        throw invalidField("#/items", `must have at most ${MAX_BATCH_ITEMS} items`);
      if (this.keys.has(item.key))
        throw invalidField(`#/items/${position}/key`, "is the key of an earlier item");
      this.keys.add(item.key);
      await this.checks.check(item, position);
      this.fingerprint = fingerprintOf(this.fingerprint, item);
      this.open.push(itemRecord(this.batch, position, item));
      this.characters += JSON.stringify(item).length;
      if (this.isFull) await this.store();
    }
    if (this.keys.size === 0) throw invalidField("#/items", "must not be empty");
    if (this.open.length > 0) await this.store();
    const counts = { ...this.batch.counts, queued: this.keys.size };
    return { ...this.batch, counts, fingerprint: this.fingerprint };
  }

  private get isFull(): boolean {
    const waited = this.ports.clock.monotonic() - this.storedAt;
    return this.open.length >= MOST_ITEMS || this.characters >= MOST_CHARACTERS || waited >= SLOW_MS;
  }

  private async store(): Promise<void> {
    const { store, clock, disk } = this.ports;
    await disk.assertSpace();
    const due_at = await abandonedAt(this.ports);
    await store.transaction(async (repositories) => {
      const record = await stillLoading(repositories, this.batch);
      const batches = batchesOf(repositories);
      await batches.items.add(this.open);
      await batches.save({ ...record, due_at });
    });
    this.open = [];
    this.characters = 0;
    this.storedAt = clock.monotonic();
  }
}
