import type { SessionEvent } from "./event.ts";
import type { PendingRequest } from "./request.ts";

/** The event that resolved a request. */
export type Resolution = Extract<SessionEvent, { type: "request.resolved" }>;

/** A request about a call and its resolution, which is null while the request is open. */
export interface CallRequest {
  readonly request: PendingRequest;
  readonly resolution: Resolution | null;
  /** The working directory when the request was opened, for the paths that people saw. Null if no command had run yet. */
  readonly directory: string | null;
  /** The approval that the call had before these questions. */
  readonly approved: CallRequest | null;
}

/** The working directory after an event, or undefined if the event does not set it. */
function directoryOf(event: SessionEvent): string | undefined {
  if (event.type !== "item.completed" || event.item.status !== "completed") return undefined;
  const result = event.item.content.find((part) => part.type === "tool_result");
  return result?.working_directory;
}

/** The requests of the current turn, by call id. Takes every event of the session in order. */
export class CallRequests {
  private readonly byCall = new Map<string, CallRequest>();
  private directory: string | null = null;

  apply(event: SessionEvent): void {
    this.directory = directoryOf(event) ?? this.directory;
    if (event.type === "request.opened" && event.request.origin_session_id === undefined) {
      const { request } = event;
      const before = this.of(request.call_id);
      this.byCall.set(request.call_id, {
        request,
        resolution: null,
        directory: this.directory,
        approved: request.kind === "question" && before?.resolution?.outcome === "allow" ? before : null,
      });
    }
    if (event.type === "request.resolved") this.resolve(event);
    if (event.type === "turn.ended") this.forget(event.turn_id);
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
