import type { SessionEvent } from "../domain/sessions/event.ts";

export type EventType = SessionEvent["type"];

/** A durable event of a session, with what the event does not say. */
export interface ServiceEvent<Event extends SessionEvent = SessionEvent> {
  readonly tenant: string;
  readonly workspaceId: string;
  readonly event: Event;
}

/** An event of the feed of all sessions. */
export interface FeedEvent extends ServiceEvent {
  /** The position of the event, opaque. `after` of a later call continues behind it, on any instance. */
  readonly cursor: string;
}

export interface EventsQuery {
  /** Default: all tenants. */
  readonly tenant?: string;
  /** The id of a workspace. Default: all. */
  readonly workspace?: string;
  /** Default: all types. */
  readonly types?: readonly EventType[];
  /** The cursor of the last event that was processed, or `start` for everything that the store has. Default: only what is appended from now on. */
  readonly after?: string;
  /** Ends the iteration, which then returns. */
  readonly signal?: AbortSignal;
}

/** For the host: events of all tenants, without the checks of principals. */
export interface EventsApi {
  /**
   * Calls the listener for each event of a type that this instance appends, once it is durable, until the returned function is called.
   * Events of other instances, and those that are appended while this one is down, are only in `events`. What the listener throws is logged.
   */
  on<Type extends EventType>(
    type: Type,
    listener: (event: ServiceEvent<Extract<SessionEvent, { type: Type }>>) => void | Promise<void>,
  ): () => void;
  /**
   * The durable events of all sessions of the store, whichever instance appended them: each once, those of a session in the order of its
   * log. The iteration goes on until `signal` aborts or the instance stops. Events of sessions that were deleted meanwhile are left out.
   * Throws `invalid_request` for a cursor of another store, and `not_allowed` where the store lacks the part `eventFeed`.
   */
  events(query?: EventsQuery): AsyncIterable<FeedEvent>;
}
