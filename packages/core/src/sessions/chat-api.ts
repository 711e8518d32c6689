import type { CreateOptions } from "../idempotency/idempotency.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { AcceptedTurn, ChatInput, TurnAddress, TurnResult } from "../domain/sessions/chat.ts";
import type { ItemDelta, SessionEvent } from "../domain/sessions/event.ts";
import type { ItemInProgress } from "../domain/sessions/items-under-way.ts";

/** A wait that ends early when the caller goes away. */
export interface Wait {
  /** At most 60; for the result of a turn at most a week. */
  readonly seconds: number;
  readonly signal?: AbortSignal;
}

/** Separates the replay from live events: every durable event up to `through_seq` came before it. */
export interface SyncMark {
  readonly type: "sync";
  readonly through_seq: number;
  /** The items that are being made, with their text so far as far as it is known. Their next pieces follow. */
  readonly in_progress: readonly ItemInProgress[];
}

export interface ChatOptions extends CreateOptions {
  /** The caller's trace context (W3C, version 00), the parent of the turn's span. A repeated request does not change it. */
  readonly traceparent?: string | undefined;
}

export type StreamedEvent = SessionEvent | ItemDelta | SyncMark;

export interface ChatApi {
  /** Accepts a message. Its turn is durable when this resolves. `mode` has no effect here: see `stream` and `result`. */
  send(
    principal: Principal,
    workspaceId: string,
    chat: ChatInput,
    options?: ChatOptions,
  ): Promise<AcceptedTurn>;
  /** The events of one turn, batch by batch, up to its `turn.ended`. Ends early when the reader is too slow or `signal` aborts. */
  stream(
    principal: Principal,
    workspaceId: string,
    turn: AcceptedTurn,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<AsyncIterable<readonly StreamedEvent[]>>;
  /** Waits until the turn ends or waits for a person; throws `sync_timeout` with both ids after `seconds`. */
  result(principal: Principal, workspaceId: string, turn: TurnAddress, wait: Wait): Promise<TurnResult>;
}
