/** The times of leases, in milliseconds. */
export interface LeaseTimes {
  /** How long a lease is valid without renewal, by the store's clock. */
  readonly ms: number;
  readonly renewMs: number;
  /** An owner stops after this long without renewal, by its monotonic clock. */
  readonly maxUnrenewedMs: number;
}

const DEFAULT_LEASE_MS = 45_000;
const MIN_LEASE_MS = 300;

export function leaseTimes(ms = DEFAULT_LEASE_MS): LeaseTimes {
  if (!(ms >= MIN_LEASE_MS)) throw new Error(`leaseMs is ${ms}. It must be at least ${MIN_LEASE_MS}.`);
  return { ms, renewMs: Math.floor(ms / 3), maxUnrenewedMs: Math.floor((ms * 2) / 3) };
}

const MARKER = Symbol.for("workspace-agent.lease-lost");

/** Another runner owns the session. This one stops at once and appends nothing more. */
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
