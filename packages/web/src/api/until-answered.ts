import { NetworkError } from "@workspace-agent/client";

/** Whether the server is there: `reachability.ts`. */
export interface Reachability {
  reportAway(): void;
  whenBack(): Promise<void>;
}

/** Does what may be repeated, again each time the server is back, until there is an answer. Throws any other error, and the signal's reason. */
export async function untilAnswered<T>(
  work: () => Promise<T>,
  server: Reachability,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!NetworkError.isInstance(error)) throw error;
    }
    server.reportAway();
    await server.whenBack();
    signal.throwIfAborted();
  }
}
