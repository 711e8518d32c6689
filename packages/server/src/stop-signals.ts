const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** A terminal and npm both send the signal of one Ctrl-C. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Calls `stop` when this process receives its first signal to end. A later one ends the process at once, with exit code 1. Returns what
 * removes the handlers.
 */
export function onStopSignal(stop: (name: NodeJS.Signals) => void): () => void {
  let firstAt: number | null = null;
  const onSignal = (name: NodeJS.Signals) => {
    const now = performance.now();
    if (firstAt === null) {
      firstAt = now;
      stop(name);
    } else if (now - firstAt >= SAME_SIGNAL_MS) process.exit(1);
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return () => {
    for (const name of SIGNALS) process.off(name, onSignal);
  };
}
