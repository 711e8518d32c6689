import type { Batch, WorkspaceAgentClient } from "@workspace-agent/client";
import { batchesOf, type BatchHead } from "@workspace-agent/client/batches";
import { batchLines } from "./batch-lines.ts";
import { BatchView, standingOf } from "./batch-view.ts";
import { jsonLine } from "./clean-text.ts";
import type { Context } from "./context.ts";
import { EXIT } from "./exit-codes.ts";
import { failureText } from "./failure.ts";
import { retried } from "./retried.ts";

export interface FollowBatchOptions {
  readonly file: string;
  readonly head: BatchHead;
  /** Undefined: a repeat is another batch. */
  readonly key: string | undefined;
  /** Ends once the batch is accepted. */
  readonly isDetached: boolean;
}

const END_GRACE_MS = 10_000;
const path = ({ id }: Batch) => ({ path: { batch_id: id } });

const exitCodeOfBatch = ({ counts }: Batch): number =>
  counts.failed + counts.cancelled > 0 ? EXIT.failed : EXIT.ok;

/** Cancels the batch at the first signal and exits at the second. A signal before all items are sent accepts nothing. */
class Signals {
  readonly left = new AbortController();
  hasCome = false;
  areSent = false;
  private batch: Batch | null = null;

  constructor(
    private readonly client: WorkspaceAgentClient,
    private readonly output: Context["output"],
  ) {}

  readonly onSignal = (): void => {
    if (this.hasCome) process.exit(EXIT.interruptedHere);
    this.hasCome = true;
    if (this.batch !== null) this.cancel(this.batch);
    else if (!this.areSent) this.left.abort();
  };

  accepted(batch: Batch): void {
    this.batch = batch;
    if (this.hasCome) this.cancel(batch);
  }

  private cancel(batch: Batch): void {
    this.output.note("\ncancelling; press again to exit immediately\n");
    const send = () => this.client.post("/api/batches/{batch_id}/cancel", { params: path(batch) });
    retried(send, this.left.signal).catch((error: unknown) =>
      this.output.note(`The batch could not be cancelled: ${failureText(error)}\n`),
    );
    const leave = () => this.left.abort(new Error("The instance did not respond in time."));
    setTimeout(leave, END_GRACE_MS).unref();
  }
}

/** Sends the items, writes their results as they end, and returns the exit code. */
export async function followBatch(
  client: WorkspaceAgentClient,
  { file, head, key, isDetached }: FollowBatchOptions,
  { output }: Pick<Context, "output">,
): Promise<number> {
  const batches = batchesOf(client);
  const signals = new Signals(client, output);
  const reading = new AbortController();
  async function* items() {
    yield* batchLines(file, reading.signal);
    signals.areSent = true;
  }
  process.on("SIGINT", signals.onSignal);
  process.on("SIGTERM", signals.onSignal);
  const { signal } = signals.left;
  try {
    const options = { signal, ...(key !== undefined && { idempotencyKey: key }) };
    const batch = await batches
      .create(head, items(), options)
      .catch((error: unknown) => {
        if (signal.aborted) return null;
        throw error;
      })
      .finally(() => reading.abort());
    if (batch === null) {
      output.note("Nothing was accepted.\n");
      return EXIT.interruptedHere;
    }
    signals.accepted(batch);
    if (isDetached) {
      output.out(`${batch.id}\n`);
      return signals.hasCome ? EXIT.interruptedHere : EXIT.ok;
    }
    const all = Object.values(batch.counts).reduce((sum, count) => sum + count, 0);
    output.note(`batch ${batch.id} · ${all} items\n`);
    const view = new BatchView(output, all);
    try {
      for await (const result of batches.results(batch.id, { signal })) {
        view.ends(result);
        output.out(jsonLine(result));
        view.draw();
      }
    } finally {
      view.end();
    }
    const read = () => client.get("/api/batches/{batch_id}", { params: path(batch) });
    const now = signals.hasCome ? await read() : await retried(read, signal);
    output.note(`${standingOf(now)}\n`);
    return signals.hasCome ? EXIT.interruptedHere : exitCodeOfBatch(now);
  } catch (error) {
    if (!signals.hasCome) throw error;
    output.note(`${failureText(error)}\n`);
    return EXIT.interruptedHere;
  } finally {
    process.off("SIGINT", signals.onSignal);
    process.off("SIGTERM", signals.onSignal);
  }
}
