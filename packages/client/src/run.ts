import {
  EventFollower,
  openEvents,
  streamOf,
  type ConnectionState,
  type FollowedEvent,
  type OpenStream,
  type SyncEvent,
} from "./events.ts";
import { ProblemError } from "./errors.ts";
import { retrying, type Timing } from "./retry.ts";
import { jsonSchemaOf, outputOf, type OutputSchema } from "./run-output.ts";
import type { AnswerRequest, Chat, ContentPart, Item, PendingRequest, Turn, TurnStatus } from "./schemas.ts";
import { askInTime } from "./silence.ts";
import type { Calls } from "./transport.ts";

const START_ATTEMPTS = 6;
const HELD_SECONDS = 30;
/** The pause between two reads of a turn, since the instance may not delay them. */
const LOOK_MS = 1000;
const ENDED: readonly TurnStatus[] = ["completed", "failed", "interrupted"];

export type RunEvent = Exclude<FollowedEvent, SyncEvent>;

export interface RunOptions<Output = unknown> {
  /** The session to continue; absent: a new one. */
  readonly sessionId?: string;
  /** The turn has to end with an output that meets this schema: a Standard Schema, whose type the output has, or a JSON Schema. */
  readonly output?: OutputSchema<Output>;
  /** After so many outputs that do not meet the schema the turn fails. Default 2. */
  readonly outputAttempts?: number;
  /** The same key gives the same turn for 24 hours; absent: a new key. */
  readonly idempotencyKey?: string;
  /** Stops waiting; the turn continues. `client.interrupt` ends it. */
  readonly signal?: AbortSignal;
  /** Called when the turn is stored durably. */
  readonly onAccepted?: (turn: { readonly session_id: string; readonly turn_id: string }) => void;
  /** Called for each event of the turn, once. */
  readonly onEvent?: (event: RunEvent) => void;
  readonly onState?: (state: ConnectionState) => void;
  /**
   * Answers an approval or a question; null leaves it to somebody else, and the run continues to wait. Without this function, the run
   * resolves when it needs a person: `turn.status` is `waiting`.
   */
  readonly onRequest?: (request: PendingRequest) => Promise<AnswerRequest | null> | AnswerRequest | null;
}

export interface RunResult<Output = unknown> {
  readonly session_id: string;
  readonly turn: Turn;
  /** The final message of the agent; empty if the turn was stopped. */
  readonly text: string;
  /** The output of the turn. Undefined if it has none: it was asked for none, failed, was stopped or waits. */
  readonly output: Output | undefined;
  /** What the turn used. */
  readonly usage: Turn["stats"];
  /** The requests that wait for a person. */
  readonly requests: readonly PendingRequest[];
}

/** A message, or all chat fields except the mode and the session. */
export type RunInput = string | Omit<Chat, "mode" | "session_id">;

function textOf(part: ContentPart): string {
  return part.type === "text" ? part.text : "";
}

/** Runs one turn. */
export class TurnRun<Output> {
  private readonly requests = new Map<string, PendingRequest>();
  /** The text of each message of the agent, in order. */
  private readonly texts = new Map<string, string>();
  private readonly stopped = new AbortController();
  /** The result if the turn waits for a person and nobody answers here. */
  private heldUp: RunResult<Output> | null = null;
  private isWatching = false;
  private turn: { readonly session_id: string; readonly turn_id: string } | null = null;

  constructor(
    private readonly calls: Calls,
    private readonly workspaceId: string,
    private readonly input: RunInput,
    private readonly options: RunOptions<Output>,
    private readonly timing: Timing,
  ) {}

  /** Throws errors that prevent the turn from being started, followed or answered, and the reason of the signal. */
  async result(): Promise<RunResult<Output>> {
    const { signal, onState } = this.options;
    const ended = signal === undefined ? this.stopped.signal : AbortSignal.any([this.stopped.signal, signal]);
    const following = { signal: ended, ...(onState !== undefined && { onState }) };
    try {
      for await (const event of new EventFollower(this.opening(), following, this.timing).events()) {
        const turn = event.type === "sync" ? null : this.take(event);
        if (turn !== null) return await this.resultOf(turn);
      }
    } finally {
      this.stopped.abort();
    }
    if (this.heldUp !== null) return this.heldUp;
    ended.throwIfAborted();
    throw new Error("The event stream ended before the turn.");
  }

  /** The first connection sends the message. The same key gives the same turn, even if the response is lost. */
  private opening(): OpenStream {
    const key = this.options.idempotencyKey ?? crypto.randomUUID();
    return async (after, signal) => {
      if (this.turn !== null) {
        const { session_id } = this.turn;
        return await openEvents(this.calls, this.workspaceId, session_id, { after, signal }, this.timing);
      }
      const start = () => askInTime((asked) => this.start(key, asked), this.timing, signal);
      const onRetry = (attempt: number, delayMs: number, error: unknown) =>
        this.options.onState?.({ state: "reconnecting", attempt, delayMs, error });
      return await retrying(start, START_ATTEMPTS, this.timing, signal, onRetry).catch((error: unknown) => {
        this.stopped.abort(error);
        throw error;
      });
    };
  }

  private async start(key: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const { sessionId, output, outputAttempts } = this.options;
    const given = typeof this.input === "string" ? { message: this.input } : this.input;
    const { data } = await this.calls.api.POST("/api/workspaces/{id}/chat", {
      params: { path: { id: this.workspaceId }, header: { "Idempotency-Key": key } },
      body: {
        ...given,
        mode: "stream",
        ...(sessionId !== undefined && { session_id: sessionId }),
        ...(output !== undefined && {
          output: {
            schema: jsonSchemaOf(output),
            ...(outputAttempts !== undefined && { max_attempts: outputAttempts }),
          },
        }),
      },
      headers: { accept: "text/event-stream" },
      parseAs: "stream",
      signal,
    });
    return streamOf(data);
  }

  /** The turn if it has ended. */
  private take(event: RunEvent): Turn | null {
    if (event.turn_id === null) return null;
    if (this.turn === null) {
      this.turn = { session_id: event.session_id, turn_id: event.turn_id };
      this.options.onAccepted?.(this.turn);
    }
    // A reconnection receives events of the whole session.
    if (event.turn_id !== this.turn.turn_id) return null;
    this.options.onEvent?.(event);
    switch (event.type) {
      case "item.completed":
        this.say(event.item);
        return null;
      case "request.opened":
        this.opened(event.request);
        return null;
      case "request.resolved":
        this.requests.delete(event.request_id);
        return null;
      case "turn.ended":
        return event.turn;
      default:
        return null;
    }
  }

  private say({ kind, role, status, message_id, content }: Item): void {
    if (role !== "assistant" || status !== "completed") return;
    // Messages before a stop are not the final message, and neither is the note of the service.
    if (kind === "system") {
      this.texts.clear();
      return;
    }
    const texts = [this.texts.get(message_id) ?? "", ...content.map(textOf)];
    const text = texts.filter((each) => each !== "").join("\n\n");
    if (text !== "") this.texts.set(message_id, text);
  }

  private opened(request: PendingRequest): void {
    const { onRequest } = this.options;
    this.requests.set(request.id, request);
    const fail = (error: unknown) => this.stopped.abort(error);
    if (onRequest !== undefined) void this.answer(request, onRequest).catch(fail);
    else if (!this.isWatching) void this.untilHeldUp().catch(fail);
  }

  /** A request only blocks the turn if nothing else runs: other subagents may still work. */
  private async untilHeldUp(): Promise<void> {
    this.isWatching = true;
    const { signal } = this.stopped;
    while (this.requests.size > 0 && !signal.aborted) {
      const turn = await retrying(() => this.readTurn(signal), START_ATTEMPTS, this.timing, signal);
      // The event stream reports its end.
      if (ENDED.includes(turn.status)) break;
      const requests =
        turn.status === "waiting"
          ? await retrying(() => this.readRequests(signal), START_ATTEMPTS, this.timing, signal)
          : [];
      if (requests.length > 0) {
        this.heldUp = { ...(await this.resultOf(turn)), requests };
        this.stopped.abort();
        break;
      }
      await this.timing.sleep(LOOK_MS, signal);
    }
    this.isWatching = false;
  }

  private async answer(
    request: PendingRequest,
    onRequest: NonNullable<RunOptions["onRequest"]>,
  ): Promise<void> {
    const given = await onRequest(request);
    if (given === null || !this.requests.has(request.id)) return;
    const { session_id } = this.known();
    const path = { id: this.workspaceId, session_id, request_id: request.id };
    // The decision only applies to what was shown.
    const { subject_hash } = request;
    const isDecision = "decision" in given && subject_hash !== undefined;
    const body: AnswerRequest = isDecision ? { subject_hash, ...given } : given;
    const send = () =>
      this.calls.post("/api/workspaces/{id}/sessions/{session_id}/requests/{request_id}", {
        params: { path },
        body,
      });
    await retrying(send, START_ATTEMPTS, this.timing, this.options.signal).catch((error: unknown) => {
      // Somebody else answered first, or a lost answer had arrived.
      if (!ProblemError.isInstance(error) || error.code !== "already_resolved") throw error;
    });
  }

  /** Returns when the turn ended or waits, or after a while. */
  private async readTurn(signal: AbortSignal): Promise<Turn> {
    const path = { id: this.workspaceId, ...this.known() };
    return await this.calls.get("/api/workspaces/{id}/sessions/{session_id}/turns/{turn_id}", {
      params: { path, query: { wait: HELD_SECONDS } },
      signal,
    });
  }

  private async readRequests(signal: AbortSignal): Promise<readonly PendingRequest[]> {
    const { session_id, turn_id } = this.known();
    const path = { id: this.workspaceId, session_id };
    const session = await this.calls.get("/api/workspaces/{id}/sessions/{session_id}", {
      params: { path },
      signal,
    });
    return session.pending_requests.filter((request) => request.turn_id === turn_id);
  }

  private known() {
    if (this.turn === null) throw new Error("The turn has not been accepted yet.");
    return this.turn;
  }

  private async resultOf(turn: Turn): Promise<RunResult<Output>> {
    return {
      session_id: turn.session_id,
      turn,
      text: [...this.texts.values()].at(-1) ?? "",
      output: await outputOf(this.options.output, turn),
      usage: turn.stats,
      requests: [...this.requests.values()],
    };
  }
}
