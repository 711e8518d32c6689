/** The limits of one workspace's egress gateway. */
export interface EgressLimits {
  /** Client connections at once, and requests and tunnels at once. Default 128. */
  readonly connections: number;
  /** The head of a request or a response, in bytes. Default 32,768. */
  readonly headerBytes: number;
  /** Milliseconds for the DNS lookup and the connection. Default 20,000. */
  readonly connectMs: number;
  /** Milliseconds after which a connection without traffic is closed. Default 5 minutes. */
  readonly idleMs: number;
  /** The same for a tunnel of which one side has ended. Default 30 seconds, and never above `idleMs`. */
  readonly halfOpenMs: number;
}

export const DEFAULT_LIMITS: EgressLimits = {
  connections: 128,
  headerBytes: 32_768,
  connectMs: 20_000,
  idleMs: 300_000,
  halfOpenMs: 30_000,
};
