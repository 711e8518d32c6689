import type { Item } from "../domain/sessions/item.ts";

/** A message that was accepted for the turn that runs, and that the turn has not come to yet. */
export interface SteeringMessage {
  /** Its place among those that wait, from 0. */
  readonly position: number;
  readonly item: Item;
}

/** What waits to join the running turns of sessions. Whoever writes here holds the session's row, and keeps its `steering` in step. */
export interface SteeringRepository {
  /** A position that is there already is `internal`, no such session `not_found`. */
  add(tenant: string, sessionId: string, message: SteeringMessage): Promise<void>;
  /** In the order of their positions. */
  list(tenant: string, sessionId: string): Promise<readonly SteeringMessage[]>;
  clear(tenant: string, sessionId: string): Promise<void>;
}
