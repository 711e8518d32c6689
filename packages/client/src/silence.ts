import { NetworkError } from "./errors.ts";
import type { Timing } from "./retry.ts";

/** A comment comes every 15 s: a connection that is silent for longer is dead. */
const SILENCE_MS = 45_000;

/** Ends a connection on which nothing comes. */
export class SilenceWatch {
  private chunks = 0;

  constructor({ sleep }: Timing, connection: AbortController) {
    const watch = async () => {
      for (;;) {
        const before = this.chunks;
        await sleep(SILENCE_MS, connection.signal);
        if (connection.signal.aborted) return;
        if (this.chunks === before) connection.abort(new NetworkError("The stream of events fell silent."));
      }
    };
    void watch();
  }

  heard(): void {
    this.chunks += 1;
  }
}

/** Asks for a stream, and gives up where no answer comes. The signal that `ask` is given ends the stream too. */
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
    if (!answered.signal.aborted) asked.abort(new NetworkError("The instance did not answer."));
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
