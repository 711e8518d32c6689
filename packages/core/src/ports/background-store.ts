/** The processes that a session has left running beside its turns, on one instance. */
export interface KeptProcesses {
  readonly instanceId: string;
  readonly tenant: string;
  readonly workspaceId: string;
  readonly sessionId: string;
}

/**
 * Where sessions have background processes. A record binds the workspace to the instance as a lease does, for as long as the instance
 * lives, and goes with it. Times are the store's own.
 */
export interface BackgroundRepository {
  /** Written before the first of them is started. Repeating it is fine. Throws `overloaded` where the instance is not known to live. */
  keep(kept: KeptProcesses): Promise<void>;
  /** The last of them has ended. Absent is fine. */
  letGo(instanceId: string, sessionId: string): Promise<void>;
  /** InterruptRequests the session's processes to be ended by whoever keeps them; whether a living instance does. */
  stop(tenant: string, sessionId: string): Promise<boolean>;
  /** The sessions of an instance, of any tenant, whose processes may go on: neither they nor their workspaces were stopped or removed. */
  goingOn(instanceId: string): Promise<readonly string[]>;
  /** The sessions of a workspace whose processes living instances keep. */
  inWorkspace(tenant: string, workspaceId: string): Promise<readonly string[]>;
}
