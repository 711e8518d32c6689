/** Of the leases of an instance, in milliseconds. */
export interface LeaseTimes {
  /** How long it holds what it runs without a word to the store, by the store's clock. */
  readonly ms: number;
  readonly renewMs: number;
  /** An owner that could not renew for so long, by its own steady clock, stops by itself. */
  readonly maxUnrenewedMs: number;
}

/** DESIGN: 45 s, renewed every 15 s, left after 30 s. */
const DEFAULT_LEASE_MS = 45_000;
const MIN_LEASE_MS = 300;

export function leaseTimes(ms = DEFAULT_LEASE_MS): LeaseTimes {
  if (!(ms >= MIN_LEASE_MS)) throw new Error(`leaseMs needs to be at least ${MIN_LEASE_MS}.`);
  return { ms, renewMs: Math.floor(ms / 3), maxUnrenewedMs: Math.floor((ms * 2) / 3) };
}

const MARKER = Symbol.for("workspace-agent.lease-lost");

/** The session is another runner's by now: this one stops at once and writes nothing more. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";

  constructor(sessionId: string) {
    super(`The lease of session ${sessionId} is lost.`);
    Object.defineProperty(this, MARKER, { value: true });
  }

  static isInstance(value: unknown): value is LeaseLost {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}
