import * as fc from "fast-check";
import { newId } from "../domain/ids.ts";
import type { EventDraft, SessionEvent } from "../domain/sessions/event.ts";
import type { ToolCallPart } from "../domain/sessions/content.ts";
import type { Item } from "../domain/sessions/item.ts";
import { cancelledRequests } from "../domain/sessions/resolve-requests.ts";
import { emptySession, projectSession } from "../domain/sessions/project-session.ts";
import { endedTurn } from "../domain/sessions/project-turn.ts";
import {
  turnPlan,
  type CallPlan,
  type QueuedPlan,
  type StepPlan,
  type TurnPlan,
} from "./turn-plan.test-support.ts";

const limits = {
  max_steps: 100,
  max_turn_seconds: 3600,
  max_input_tokens: null,
  max_output_tokens: null,
  max_cost_usd: null,
};
const usage = {
  input_tokens: 7,
  output_tokens: 3,
  cache_read_tokens: 1,
  cache_write_tokens: 0,
  cost_usd: null,
};

const someone = { kind: "user", id: "someone", name: "someone" } as const;

/** Writes logs in the batches of the service. */
class LogWriter {
  readonly batches: SessionEvent[][] = [];
  private state = emptySession;
  private seq = 1;
  private tasks = 0;
  /** The messages of turns, by turn. */
  private readonly messages = new Map<string, Item>();

  append(drafts: readonly EventDraft[]): void {
    const batch: SessionEvent[] = [];
    for (const draft of drafts) {
      const position = {
        session_id: "ses_1",
        seq: this.seq,
        at: new Date(1_700_000_000_000 + this.seq).toISOString(),
      };
      const event: SessionEvent =
        draft.type === "turn.ended" ? this.ended(draft, position) : { ...draft, ...position };
      this.state = projectSession(this.state, event);
      this.seq += 1;
      batch.push(event);
    }
    this.batches.push(batch);
  }

  private ended(
    draft: Extract<EventDraft, { type: "turn.ended" }>,
    position: { session_id: string; seq: number; at: string },
  ): SessionEvent {
    const { current_turn, queued_turns } = this.state;
    const record =
      [current_turn, ...queued_turns].find((each) => each?.turn.id === draft.turn_id) ?? undefined;
    if (record === undefined) throw new Error("no turn to end");
    return {
      type: "turn.ended",
      turn_id: draft.turn_id,
      turn: endedTurn(record.turn, draft, position.at),
      ...position,
    };
  }

  queue(isNext = false): void {
    const turnId = newId("turn");
    const told = this.told(turnId);
    this.messages.set(turnId, told.item);
    this.append([
      { type: "turn.queued", turn_id: turnId, source: "api", limits, ...(isNext && { is_next: true }) },
      told,
    ]);
  }

  private change(turnId: string): void {
    const item = this.messages.get(turnId);
    if (item === undefined) throw new Error("no message to change");
    this.tasks += 1;
    const content = [{ type: "text" as const, text: `task ${this.tasks}` }];
    this.append([{ ...completed(turnId, { ...item, content }), changed_by: someone }]);
  }

  private playQueued(plan: QueuedPlan): void {
    const last = this.state.queued_turns.at(-1)?.turn.id;
    if (last === undefined || plan === null) return;
    if (plan === "withdraw") this.cancel(last);
    else this.change(last);
    if (plan === "change twice") this.change(last);
  }

  private cancel(turnId: string): void {
    const line = this.item(turnId, newId("msg"), "system", "assistant", [{ type: "text", text: "Not run." }]);
    this.append([
      completed(turnId, line),
      { type: "turn.ended", turn_id: turnId, stop_reason: "interrupted", error: null },
    ]);
  }

  /** A person's message. */
  private told(turnId: string) {
    this.tasks += 1;
    const text = `task ${this.tasks}`;
    return completed(turnId, this.item(turnId, newId("msg"), "message", "user", [{ type: "text", text }]));
  }

  /** Opens all requests of a response at once; open ones are cancelled when the turn ends. */
  private ask(
    turnId: string,
    calls: readonly { readonly planned: CallPlan; readonly part: ToolCallPart }[],
  ): void {
    const asked = calls.flatMap(({ planned, part }) =>
      planned.request === null ? [] : [{ id: newId("req"), outcome: planned.request, part }],
    );
    if (asked.length === 0) return;
    this.append(asked.map(({ id, part }) => openedRequest(turnId, id, part.call_id)));
    for (const { id, outcome } of asked)
      if (outcome !== "open")
        this.append([{ type: "request.resolved", turn_id: turnId, request_id: id, outcome }]);
  }

  item(
    turnId: string,
    messageId: string,
    kind: Item["kind"],
    role: Item["role"],
    content: Item["content"],
  ): Item {
    return {
      item_id: newId("item"),
      turn_id: turnId,
      message_id: messageId,
      kind,
      role,
      status: "completed",
      content,
    };
  }

  play(plan: TurnPlan): void {
    if (this.state.queued_turns.length === 0) this.queue();
    this.playQueued(plan.queued);
    const turnId = this.state.queued_turns[0]?.turn.id;
    if (turnId === undefined) return;
    if (plan.isCancelled) {
      this.cancel(turnId);
      return;
    }
    this.append([{ type: "turn.started", turn_id: turnId, model: "scripted" }]);
    for (const planned of plan.steps) this.playStep(turnId, planned);
    const line = this.item(turnId, newId("msg"), "system", "assistant", [{ type: "text", text: "Stopped." }]);
    this.append([
      ...cancelledRequests(this.state, turnId),
      ...(plan.hasLeftover ? [this.told(turnId)] : []),
      completed(turnId, line),
      { type: "turn.ended", turn_id: turnId, stop_reason: plan.end, error: null },
    ]);
  }

  private playStep(turnId: string, plan: StepPlan): void {
    const messageId = newId("msg");
    const signature = plan.isSigned ? { provider: { signature: "s" } } : {};
    const items: Item[] = [];
    if (plan.hasReasoning)
      items.push(
        this.item(turnId, messageId, "reasoning", "assistant", [
          { type: "reasoning", text: "hm", ...signature },
        ]),
      );
    if (plan.hasText)
      items.push(this.item(turnId, messageId, "message", "assistant", [{ type: "text", text: "I will." }]));
    const calls = plan.calls.map((planned) => {
      const part = {
        type: "tool_call" as const,
        call_id: newId("item"),
        name: "bash",
        arguments: planned.isMalformed ? '{"command":' : "{}",
      };
      return { planned, part, item: this.item(turnId, messageId, "tool_call", "assistant", [part]) };
    });
    items.push(...calls.map(({ item }) => item));
    if (items.length === 0) return;
    if (plan.isAbandoned) {
      this.append(items.map((item) => completed(turnId, { ...item, status: "failed" })));
      return;
    }
    this.append(
      items.map((item, index) => ({
        ...completed(turnId, item),
        ...(index === items.length - 1 && { usage }),
      })),
    );
    if (plan.overtaken !== null) this.queue(plan.overtaken === "interrupt");
    this.playQueued(plan.queued);
    this.ask(turnId, calls);
    for (const { planned, part, item } of calls) {
      if (planned.isStarted)
        this.append([{ type: "item.started", turn_id: turnId, item: { ...item, status: "in_progress" } }]);
      if (!planned.hasResult) continue;
      const result = {
        type: "tool_result" as const,
        call_id: part.call_id,
        name: "bash",
        output: "done",
        is_error: false,
        truncated: false,
      };
      const answer = {
        ...this.item(turnId, newId("msg"), "tool_result", "tool", [result]),
        parent_item_id: item.item_id,
      };
      this.append([completed(turnId, answer)]);
    }
    if (plan.isSteered && calls.every(({ planned }) => planned.hasResult)) this.append([this.told(turnId)]);
  }
}

function openedRequest(turnId: string, id: string, callId: string): EventDraft {
  const at = new Date(1_700_000_000_000).toISOString();
  return {
    type: "request.opened",
    turn_id: turnId,
    request: {
      id,
      kind: "approval",
      turn_id: turnId,
      call_id: callId,
      tool: "bash",
      prompt: "May bash run?",
      arguments: "{}",
      created_at: at,
      expires_at: at,
    },
  };
}

function completed(turnId: string, item: Item): Extract<EventDraft, { type: "item.completed" }> {
  return { type: "item.completed", turn_id: turnId, item };
}

/** Logs of whole sessions, in the batches in which they were appended. */
export const sessionLogs: fc.Arbitrary<readonly SessionEvent[][]> = fc
  .array(turnPlan, { maxLength: 4 })
  .map((turns) => {
    const writer = new LogWriter();
    writer.append([{ type: "session.started", turn_id: null, workspace_id: "ws_1" }]);
    for (const plan of turns) writer.play(plan);
    return writer.batches;
  });
