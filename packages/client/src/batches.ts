import type { WorkspaceAgentClient } from "./client.ts";
import { streamOf } from "./events.ts";
import { sleep } from "./pause.ts";
import { delayBefore, isPassing, type Timing } from "./retry.ts";
import type { Batch, BatchItem, BatchResult, CreateBatch } from "./schemas.ts";
import { askInTime, SilenceWatch } from "./silence.ts";
import { textOf } from "./text-stream.ts";
import type { Calls } from "./transport.ts";

/** A batch without its items. */
export type BatchHead = Omit<CreateBatch, "items">;

export interface CreateBatchOptions {
  /** The same key, head and items give the same batch for 24 hours. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface BatchResultsOptions {
  /** False: ends after the results so far. */
  readonly follow?: boolean;
  /** Ends the iteration without an error. */
  readonly signal?: AbortSignal;
}

/** Batches whose items and results are too many to hold. */
export interface Batches {
  /**
   * Creates a batch of up to 100,000 items, which are sent as they come (Node, Bun, Deno). Nothing is accepted unless all are. Throws what
   * `items` throws.
   */
  create(
    head: BatchHead,
    items: Iterable<BatchItem> | AsyncIterable<BatchItem>,
    options?: CreateBatchOptions,
  ): Promise<Batch>;
  /** The results as the items end, each once, until the batch has ended; reconnects as needed. */
  results(id: string, options?: BatchResultsOptions): AsyncIterable<BatchResult>;
}

/** A value a line, read from their source only as fast as they are sent. */
function linesOf(values: AsyncGenerator<unknown, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await values.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(next.value)}\n`));
    },
    async cancel() {
      await values.return();
    },
  });
}

async function create(
  { post }: Calls,
  head: BatchHead,
  items: Iterable<BatchItem> | AsyncIterable<BatchItem>,
  { idempotencyKey, signal }: CreateBatchOptions,
): Promise<Batch> {
  const failure: { thrown?: { readonly error: unknown } } = {};
  async function* values(): AsyncGenerator<unknown, void> {
    yield head;
    try {
      yield* items;
    } catch (error) {
      failure.thrown = { error };
      throw error;
    }
  }
  const body = linesOf(values());
  try {
    return await post("/api/batches", {
      params: { header: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey } },
      body: "",
      bodySerializer: () => body,
      headers: { "content-type": "application/x-ndjson" },
      duplex: "half",
      ...(signal !== undefined && { signal }),
    });
  } catch (error) {
    throw failure.thrown === undefined ? error : failure.thrown.error;
  }
}

/** One response. Blank lines only say that the connection is alive. */
async function* read(
  { api }: Calls,
  id: string,
  follow: boolean,
  timing: Timing,
  left: AbortController,
): AsyncGenerator<BatchResult, void> {
  const ask = async (signal: AbortSignal) =>
    await api.GET("/api/batches/{batch_id}/results", {
      params: { path: { batch_id: id }, query: { follow } },
      parseAs: "stream",
      signal,
    });
  const { data } = await askInTime(ask, timing, left.signal);
  const { onReading } = new SilenceWatch(timing, left);
  let open = "";
  for await (const text of textOf(streamOf(data), { signal: left.signal, onReading })) {
    const lines = (open + text).split("\n");
    open = lines.pop() ?? "";
    for (const line of lines) if (line !== "") yield JSON.parse(line) as BatchResult;
  }
  left.signal.throwIfAborted();
}

async function hasEnded({ get }: Calls, id: string, count: number, signal: AbortSignal): Promise<boolean> {
  const params = { path: { batch_id: id } };
  const { ended_at, counts } = await get("/api/batches/{batch_id}", { params, signal });
  return ended_at !== null && count >= counts.succeeded + counts.failed + counts.cancelled;
}

/** The order of the results does not change, so a new connection skips as many as came before. */
async function* results(
  calls: Calls,
  id: string,
  { follow = true, signal }: BatchResultsOptions,
  timing: Timing,
): AsyncGenerator<BatchResult, void> {
  const isLeft = () => signal?.aborted === true;
  let count = 0;
  for (let attempt = 1; !isLeft(); attempt++) {
    const left = new AbortController();
    const leave = () => left.abort();
    signal?.addEventListener("abort", leave, { once: true });
    let failure: unknown = null;
    try {
      let position = 0;
      for await (const result of read(calls, id, follow, timing, left)) {
        if (position++ < count) continue;
        count += 1;
        attempt = 0;
        yield result;
      }
      if (!follow || (await hasEnded(calls, id, count, left.signal))) return;
    } catch (error) {
      if (isLeft()) return;
      if (!isPassing(error)) throw error;
      failure = error;
    } finally {
      signal?.removeEventListener("abort", leave);
      left.abort();
    }
    await timing.sleep(delayBefore(Math.max(1, attempt), failure, timing.random), signal);
  }
}

/** The batches of the instance that a client calls. `timing` replaces timers and randomness in tests. */
export function batchesOf(client: WorkspaceAgentClient, timing: Partial<Timing> = {}): Batches {
  const complete = { sleep, random: Math.random, ...timing };
  return {
    create: async (head, items, options = {}) => await create(client, head, items, options),
    results: (id, options = {}) => results(client, id, options, complete),
  };
}
