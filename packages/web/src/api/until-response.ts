import { NetworkError } from "@workspace-agent/client";

/** The functions of `reachability.ts` that `untilResponse` needs. */
interface Reachability {
  reportUnavailable(): void;
  whenAvailable(): Promise<void>;
}

/** Repeats an idempotent request after each outage until there is a response. Throws other errors, and the signal's reason. */
export async function untilResponse<T>(
  request: () => Promise<T>,
  server: Reachability,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!NetworkError.isInstance(error)) throw error;
    }
    server.reportUnavailable();
    await server.whenAvailable();
    signal.throwIfAborted();
  }
}
