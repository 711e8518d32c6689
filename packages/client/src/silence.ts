import { NetworkError } from "./errors.ts";
import type { Timing } from "./retry.ts";

/** The instance sends a comment every 15 s, so a connection that is silent for longer is dead. */
const SILENCE_MS = 45_000;

/** Closes a connection that receives nothing while it is read. A caller that is busy meanwhile keeps it. */
export class SilenceWatch {
  private reads = 0;
  private isReading = false;

  constructor({ sleep }: Timing, connection: AbortController) {
    const watch = async () => {
      for (;;) {
        const before = this.reads;
        await sleep(SILENCE_MS, connection.signal);
        if (connection.signal.aborted) return;
        if (this.isReading && this.reads === before)
          connection.abort(new NetworkError("No events or comments were received in time."));
      }
    };
    void watch();
  }

  readonly onReading = (isReading: boolean): void => {
    this.isReading = isReading;
    if (isReading) this.reads += 1;
  };
}

/** Opens a stream, and gives up without a response. The signal passed to `ask` also ends the stream. */
export async function askInTime<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  { sleep }: Timing,
  signal: AbortSignal,
): Promise<T> {
  const asked = new AbortController();
  const answered = new AbortController();
  const leave = () => asked.abort(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave, { once: true });
  const watch = async () => {
    await sleep(SILENCE_MS, answered.signal);
    if (!answered.signal.aborted) asked.abort(new NetworkError("The instance did not respond in time."));
  };
  void watch();
  try {
    return await ask(asked.signal);
  } catch (error) {
    signal.removeEventListener("abort", leave);
    throw error;
  } finally {
    answered.abort();
  }
}
