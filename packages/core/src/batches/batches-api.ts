import type { BatchItemInput, BatchResult } from "../domain/batches/batch-item.ts";
import type { Batch, BatchHeadInput } from "../domain/batches/batch.ts";
import type { BulkLine } from "../domain/library/bulk.ts";
import type { Page, PageRequest } from "../domain/paging.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { CreateOptions } from "../idempotency/idempotency.ts";

export interface BatchWait {
  /** How long to wait for the end of the batch. Default 0. */
  readonly seconds?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface BatchResultsOptions {
  /** Go on until the batch has ended. */
  readonly follow?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Every call throws `not_allowed` if the store lacks the part `batches`. */
export interface BatchesApi {
  list(principal: Principal, query?: PageRequest): Promise<Page<Batch>>;
  /**
   * Makes a batch of all items or none: at most 1,000 as an array, or 100,000 as lines, of which each is held in memory only until it is
   * stored. Its turns run as the principal. `invalid_request` for a wrong item, with its position as a pointer (`#/items/3/key`).
   */
  create(
    principal: Principal,
    head: BatchHeadInput,
    items: readonly BatchItemInput[] | AsyncIterable<readonly BulkLine[]>,
    options?: CreateOptions,
  ): Promise<Batch>;
  get(principal: Principal, id: string, wait?: BatchWait): Promise<Batch>;
  /** Interrupts the running items; those that have not begun do not begin. */
  cancel(principal: Principal, id: string): Promise<Batch>;
  /** The results so far, in the order in which the items ended. */
  results(
    principal: Principal,
    id: string,
    options?: BatchResultsOptions,
  ): Promise<AsyncIterable<readonly BatchResult[]>>;
}
