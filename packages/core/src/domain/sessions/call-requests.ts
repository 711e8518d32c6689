import type { SessionEvent } from "./event.ts";
import type { PendingRequest } from "./request.ts";

export type Resolution = Extract<SessionEvent, { type: "request.resolved" }>;

/** What people were asked about a call, and what came of it; null while it is open. */
export interface CallRequest {
  readonly request: PendingRequest;
  readonly resolution: Resolution | null;
  /** The working directory when it was asked, by which people were shown its paths; null: no command had run yet. */
  readonly directory: string | null;
}

/** Where a command of the session has left its working directory; undefined where the event says nothing of it. */
function directoryOf(event: SessionEvent): string | undefined {
  if (event.type !== "item.completed" || event.item.status !== "completed") return undefined;
  const result = event.item.content.find((part) => part.type === "tool_result");
  return result?.working_directory;
}

/** Folds a log into the requests of the turn that has not ended, by the id of their call. */
export class CallRequests {
  private readonly byCall = new Map<string, CallRequest>();
  private directory: string | null = null;

  apply(event: SessionEvent): void {
    this.directory = directoryOf(event) ?? this.directory;
    if (event.type === "request.opened" && event.request.origin_session_id === undefined)
      this.byCall.set(event.request.call_id, {
        request: event.request,
        resolution: null,
        directory: this.directory,
      });
    else if (event.type === "request.resolved") this.resolve(event);
    else if (event.type === "turn.ended") this.forget(event.turn_id);
  }

  private resolve(resolution: Resolution): void {
    for (const [callId, asked] of this.byCall)
      if (asked.request.id === resolution.request_id) this.byCall.set(callId, { ...asked, resolution });
  }

  private forget(turnId: string): void {
    for (const [callId, { request }] of this.byCall)
      if (request.turn_id === turnId) this.byCall.delete(callId);
  }

  of(callId: string): CallRequest | null {
    return this.byCall.get(callId) ?? null;
  }
}
