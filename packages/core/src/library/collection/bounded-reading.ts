/** A page or batch ends when its texts have so many UTF-16 units. */
export const MAX_HELD = 8_388_608;
const SMALL = 1_048_576;

interface Sized {
  readonly content: string;
}

/**
 * How many rows to read next: more while rows are small, fewer when they are large, and at most twice the first number, since large
 * rows may follow small ones.
 */
function nextSize(first: number, size: number, batch: readonly Sized[]): number {
  const held = batch.reduce((sum, row) => sum + row.content.length, 0);
  return held < SMALL ? Math.min(first * 2, size * 2) : Math.max(1, Math.floor(size / 2));
}

/** Up to `limit` rows, fewer when they are large, at least one if there is any. `isMore`: more rows follow. */
export async function readPage<Row extends Sized>(
  first: number,
  limit: number,
  read: (after: Row | null, limit: number) => Promise<readonly Row[]>,
): Promise<{ readonly rows: readonly Row[]; readonly isMore: boolean }> {
  const rows: Row[] = [];
  let held = 0;
  let size = first;
  for (;;) {
    // One row more than the page shows whether another page follows.
    const wanted = Math.min(size, limit + 1 - rows.length);
    const batch = await read(rows.at(-1) ?? null, wanted);
    for (const row of batch) {
      const isFull = rows.length === limit || (rows.length > 0 && held + row.content.length > MAX_HELD);
      if (isFull) return { rows, isMore: true };
      rows.push(row);
      held += row.content.length;
    }
    if (batch.length < wanted) return { rows, isMore: false };
    size = nextSize(first, wanted, batch);
  }
}

/** All rows, batch by batch. */
export async function* readAll<Row extends Sized>(
  first: number,
  read: (after: Row | null, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], void> {
  let last: Row | null = null;
  let size = first;
  for (;;) {
    const batch: readonly Row[] = await read(last, size);
    if (batch.length > 0) yield batch;
    if (batch.length < size) return;
    last = batch.at(-1) ?? null;
    size = nextSize(first, size, batch);
  }
}
