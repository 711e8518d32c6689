import { BatchItemSchema, type BatchItem } from "../domain/batches/batch-item.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { BulkLine } from "../domain/library/bulk.ts";
import { validateBody } from "../domain/validation/validate-body.ts";
import { pointingTo } from "../sessions/turn-checks.ts";

export type GivenItems = readonly BatchItem[] | AsyncIterable<readonly BulkLine[]>;

export interface NumberedItem {
  /** From 0. */
  readonly position: number;
  readonly item: BatchItem;
}

async function toItem(line: BulkLine, position: number): Promise<BatchItem> {
  const at = `#/items/${position}`;
  if ("fault" in line) {
    const { code, detail } = line.fault;
    throw new DomainError(code, `Item ${position}: ${detail}`, { errors: [{ pointer: at, detail }] });
  }
  return pointingTo(
    (pointer) => pointer.replace("#", at),
    async () => validateBody(BatchItemSchema, line.value),
  );
}

/** The items of a batch in their order. Throws `invalid_request` for the first line that is none. */
export async function* numberedItems(items: GivenItems): AsyncGenerator<NumberedItem, void> {
  let position = 0;
  if (!(Symbol.asyncIterator in items)) {
    for (const item of items) yield { position: position++, item };
    return;
  }
  for await (const lines of items)
    for (const line of lines) yield { position, item: await toItem(line, position++) };
}
