/** How many live instances reach the files of a placement. */
export interface LivePlacement {
  readonly placement: string;
  readonly count: number;
}

/** The instances that use a store. They belong to no tenant. An instance is live until its time to live ends on the store's clock. */
export interface InstanceRepository {
  /** Registers the instance, or renews it, for the next `ttlMs`. */
  beat(id: string, placement: string, ttlMs: number): Promise<void>;
  /** Removes the instance. An unknown id is fine. */
  leave(id: string): Promise<void>;
  /** The placements that live instances reach. */
  living(): Promise<readonly LivePlacement[]>;
}

/** A session whose background processes run on an instance. */
export interface BackgroundRecord {
  readonly instanceId: string;
  readonly tenant: string;
  readonly workspaceId: string;
  readonly sessionId: string;
}

/**
 * Where sessions have background processes. A record binds the workspace to the instance as a lease does, for as long as the instance
 * is live, and ends with it.
 */
export interface BackgroundRepository {
  /** Called before the session's first process starts. May be repeated. Throws `overloaded` where the instance is not registered. */
  add(record: BackgroundRecord): Promise<void>;
  /** Called when the session's last process has ended. An unknown session is fine. */
  remove(instanceId: string, sessionId: string): Promise<void>;
  /** Requests that the instance ends the session's processes. False where no live instance has any. */
  requestStop(tenant: string, sessionId: string): Promise<boolean>;
  /** The sessions of an instance, of any tenant, whose processes may go on: nobody stopped or removed them or their workspaces. */
  unstopped(instanceId: string): Promise<readonly string[]>;
  /** The sessions of a workspace whose processes run on live instances. */
  inWorkspace(tenant: string, workspaceId: string): Promise<readonly string[]>;
}

/** Counts in windows of time, for limits that hold across instances. */
export interface CounterRepository {
  /** Adds to a count and returns it with the end of its window, in one atomic step. A window that is over starts again. */
  add(
    tenant: string,
    key: string,
    amount: number,
    window: { readonly ms: number; readonly now: number },
  ): Promise<{ readonly count: number; readonly resetsAt: number }>;
  /** Removes windows that were over at that time. */
  sweep(now: number): Promise<void>;
}

/** The last seq of a session's log. */
export interface SessionPosition {
  readonly id: string;
  readonly tenant: string;
  readonly seq: number;
}

/** A session whose owner has to stop. */
export interface InterruptRequest {
  readonly id: string;
  /** The turn to interrupt. */
  readonly turn_id: string | null;
  readonly isWorkspaceDeleting: boolean;
}

/** Something changed on another instance. A hint may be lost: a slow poll backs it up. */
export type ChangeHint =
  | { readonly type: "events"; readonly session_id: string; readonly seq: number }
  | { readonly type: "deltas"; readonly session_id: string; readonly deltas: string }
  /** There may be something to claim; with a workspace's id, for the instance that the workspace is bound to. */
  | { readonly type: "work"; readonly workspace_id?: string }
  | { readonly type: "interrupt"; readonly session_id: string }
  /** An instance reads the session's deltas: whoever makes them publishes them. */
  | {
      readonly type: "watch";
      readonly session_id: string;
      /** That instance has no deltas yet: they are published from the start of each item. */
      readonly from_start?: true;
    }
  /** The session was deleted. */
  | { readonly type: "gone"; readonly session_id: string }
  /** The workspace's config changed, or it is being deleted. */
  | { readonly type: "workspace"; readonly workspace_id: string }
  /** Another instance waits for the workspace's files, or they are released. */
  | { readonly type: "files"; readonly workspace_id: string }
  /** Hints may have been lost: every listener looks for itself. Received only, never published. */
  | { readonly type: "missed" };

/** What several instances need to share a store. Its methods are called outside of transactions. */
export interface ClusterStore {
  readonly instances: InstanceRepository;
  readonly background: BackgroundRepository;
  readonly counters: CounterRepository;
  /** The ends of sessions' logs, of any tenant: the caller has checked access. Deleted sessions are left out. */
  positions(sessionIds: readonly string[]): Promise<readonly SessionPosition[]>;
  /** The sessions that an owner holds, subagents' too, whose turn is to be interrupted or whose workspace is being deleted. */
  interruptRequests(owner: string): Promise<readonly InterruptRequest[]>;
  /** Sends hints to the other instances. Called after the commit; never throws. */
  publish(hints: readonly ChangeHint[]): void;
  /** Calls the listener with what other instances publish, until the returned function is called. */
  subscribe(listener: (hint: ChangeHint) => void): () => void;
}
