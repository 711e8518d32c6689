import { MAX_HELD } from "../collection/bounded-reading.ts";
import type { BulkStep, LoadLine, SoundLine } from "./bulk-step.ts";

const MOST_LINES = 500;
/** When a source sends nothing for so long, the results so far are sent. */
const PAUSE_MS = 10;

const PAUSED = Symbol("paused");

async function orPause<T>(next: Promise<T>): Promise<T | typeof PAUSED> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pause = new Promise<typeof PAUSED>((resolve) => {
    timer = setTimeout(resolve, PAUSE_MS, PAUSED);
  });
  try {
    return await Promise.race([next, pause]);
  } finally {
    clearTimeout(timer);
  }
}

/** Asks for what is next; a failure is thrown where it is awaited. */
function ask<T>(iterator: AsyncIterator<T>): Promise<IteratorResult<T>> {
  const next = iterator.next();
  next.catch(() => undefined);
  return next;
}

function weightOf(step: BulkStep): number {
  if (step.type !== "put") return 0;
  const { content, blobs = [] } = step.draft;
  return blobs.reduce((sum, { bytes }) => sum + bytes.length, content.length);
}

/** A line and its step. */
export interface ReadLine {
  readonly step: BulkStep;
  /** Null for an error, which may be long and is not needed again. */
  readonly line: SoundLine | null;
}

/**
 * Lines in batches of up to 500, fewer when they are large or when the source pauses. The source is read on while
 * a batch is executed.
 */
export async function* bulkBatches(
  source: AsyncIterable<readonly LoadLine[]>,
  toStep: (line: LoadLine) => Promise<BulkStep>,
): AsyncGenerator<readonly ReadLine[], void> {
  const iterator = source[Symbol.asyncIterator]();
  let isOver = false;
  let open: ReadLine[] = [];
  let weight = 0;
  const taken = () => {
    const batch = open;
    open = [];
    weight = 0;
    return batch;
  };
  try {
    for (let next = ask(iterator); ;) {
      const result = open.length === 0 ? await next : await orPause(next);
      if (result === PAUSED) {
        yield taken();
        continue;
      }
      if (result.done === true) break;
      next = ask(iterator);
      for (const line of result.value) {
        const step = await toStep(line);
        open.push({ step, line: step.type === "error" || "fault" in line ? null : line });
        weight += weightOf(step);
        if (open.length >= MOST_LINES || weight >= MAX_HELD) yield taken();
      }
    }
    isOver = true;
    if (open.length > 0) yield taken();
  } finally {
    // Not awaited: a source that waits for its network would block the caller.
    if (!isOver) iterator.return?.().catch(() => undefined);
  }
}
