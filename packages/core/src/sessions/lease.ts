/** DESIGN: an owner that could not renew its lease for so long stops by itself. */
export const MAX_UNRENEWED_MS = 30_000;
/** So many runs in a row that end without a word end the turn. */
export const MAX_ATTEMPTS = 3;

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
