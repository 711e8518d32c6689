/** What one workspace's way out may use. */
export interface EgressLimits {
  /** Connections of clients at once, and requests and tunnels at once. Default 128. */
  readonly connections: number;
  /** The head of a request or of an answer, in bytes. Default 32,768. */
  readonly headerBytes: number;
  /** From the request to the connection, the look-up of the name included, in milliseconds. Default 20,000. */
  readonly connectMs: number;
  /** A connection on which nothing could be moved for so long is ended, in milliseconds. Default 5 minutes. */
  readonly idleMs: number;
  /** The same for a tunnel of which one end has ended, in milliseconds. Default 30 seconds, and never above `idleMs`. */
  readonly halfOpenMs: number;
}

export const DEFAULT_LIMITS: EgressLimits = {
  connections: 128,
  headerBytes: 32_768,
  connectMs: 20_000,
  idleMs: 300_000,
  halfOpenMs: 30_000,
};
