/** What a network and a busy service do to a request. */
export const FAULTS = [
  "lose request",
  "lose answer",
  "cut answer",
  "never answer",
  "answer too late",
  "duplicate",
  "busy",
  "fail",
] as const;

export type Fault = (typeof FAULTS)[number] | "none";

/** Faults of so many of 100 requests, in an order that the seed decides. */
export function randomFaults(seed: number, percent: number): () => Fault {
  let state = seed >>> 0;
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return () => (next(100) < percent ? (FAULTS[next(FAULTS.length)] ?? "none") : "none");
}
