import type { Item } from "../domain/sessions/item.ts";

/** A message that was accepted for the running turn, and that the turn has not read yet. */
export interface SteeringMessage {
  /** Its position among the waiting messages, from 0. */
  readonly position: number;
  readonly item: Item;
}

/** The messages that wait to join running turns. Writers hold the session's row and keep its `steering` count in step. */
export interface SteeringRepository {
  /** Throws `internal` for a position that exists, `not_found` without the session. */
  add(tenant: string, sessionId: string, message: SteeringMessage): Promise<void>;
  /** By position. */
  list(tenant: string, sessionId: string): Promise<readonly SteeringMessage[]>;
  clear(tenant: string, sessionId: string): Promise<void>;
}
