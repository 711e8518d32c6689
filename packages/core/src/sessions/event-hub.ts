import { inject, service } from "../di.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import { LOGGER } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { EventsApi, EventType, ServiceEvent } from "./events-api.ts";

type Listener = (event: ServiceEvent) => void | Promise<void>;

/** Passes on what this instance appends to the logs of sessions, once it is durable. */
@service()
export class EventHub {
  private readonly listeners = new Map<EventType, Set<Listener>>();
  private readonly watchers = new Set<(sessionId: string) => void>();

  constructor(@inject(LOGGER) private readonly logger: Logger) {}

  readonly on: EventsApi["on"] = (type, listener) => {
    const set = this.listeners.get(type) ?? new Set();
    this.listeners.set(type, set);
    // One function may be added twice.
    const own: Listener = (event) => (listener as Listener)(event);
    set.add(own);
    return () => void set.delete(own);
  };

  /** Calls the watcher with each session that was appended to. It must not throw. */
  watch(watcher: (sessionId: string) => void): () => void {
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  }

  publish({ id, tenant, workspace_id: workspaceId }: SessionRecord, events: readonly SessionEvent[]): void {
    for (const watcher of this.watchers) watcher(id);
    for (const event of events)
      for (const listener of this.listeners.get(event.type) ?? [])
        void this.call(listener, { tenant, workspaceId, event });
  }

  private async call(listener: Listener, event: ServiceEvent): Promise<void> {
    try {
      await listener(event);
    } catch (error) {
      const { type, session_id } = event.event;
      this.logger.error({ error, type, session_id }, "a listener of the host failed");
    }
  }
}
