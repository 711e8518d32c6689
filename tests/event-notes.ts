import type { SessionEvent } from "../packages/core/src/index.ts";

/** What the page of events says about a type: when it comes, and what a client may rely on. */
export interface EventNotes {
  readonly about: string;
  readonly rely: string;
}

export const EVENT_NOTES: { readonly [Type in SessionEvent["type"]]: EventNotes } = {
  "session.started": {
    about: "The session exists.",
    rely: "It is the first event of every session, once, with `seq` 1. The session of a subagent has `parent`. A fork has `forked_from`; behind it come copies of items, with the turn ids of the original session and without events of these turns.",
  },
  "turn.queued": {
    about: "A message was accepted.",
    rely: "It is the first event of a turn, once. It is durable before the caller has the answer. The user's message is the `item.completed` in the same transaction. `limits` are those of the turn; `by`, `metadata`, `tools` and `output` are absent if there are none.",
  },
  "turn.started": {
    about: "The agent works on the turn.",
    rely: "It comes at most once in a turn, also when the turn continues on another instance. A turn that is interrupted while it is queued has none.",
  },
  "item.started": {
    about: "A tool is about to run.",
    rely: "Its call is complete, and its result follows as `item.completed` with `parent_item_id` of the call. Other items have no `item.started`. If the instance dies in between, the tool is not run again and the result says that the outcome is unknown.",
  },
  "item.completed": {
    about: "A message, a response of the model or the result of a tool call is complete.",
    rely: '`item.content` is final, except that the message of a queued turn may change: then the item comes again, whole, with the same `item_id`, and `changed_by` says who changed it. Items of one response share `message_id`, and the last one has the `usage` of the step. An item with `status: "failed"` belongs to a response that was cut off: remove its deltas; the model does not see it. `output` marks what an item has to do with the output of the turn: a note that asks for it (`requested`), or an output that was checked (`checked`, with its `problems`).',
  },
  "request.opened": {
    about:
      "The turn waits for a person (`approval`, `question`), or for the result of a call that the caller runs (`tool_call`).",
    rely: "`request.id` is the id to answer, and `expires_at` the last moment. Exactly one `request.resolved` follows.",
  },
  "request.resolved": {
    about: "A request was answered, expired, or was cancelled with its turn.",
    rely: "`outcome` is `allow` or `deny` for an approval, `answered` for a question or a call, `expired` or `cancelled`. `by` is absent for the last two.",
  },
  "context.compacted": {
    about: "The prompt did not fit the model's window and was compacted: [Context](agent.md#context).",
    rely: "It changes what the model sees, and nothing of the log or the transcript. A client may ignore it. `tokens_after` is an estimate.",
  },
  "turn.retrying": {
    about: "A model call failed and is retried after `delay_ms`.",
    rely: "`attempt` counts from 2. `reason` is a text for people.",
  },
  "turn.ended": {
    about: "The turn ended.",
    rely: "It is the last event of a turn, once, for every turn. `turn` is the same as the response of `GET …/turns/{turn_id}`. Branch on `status`, `stop_reason` and `error.code`.",
  },
  "session.rewinding": {
    about: "A [rewind](rewind.md) restores the files of the workspace.",
    rely: "`session.rewound` with the same fields follows, and the session accepts no message before it. After a crash in between, the files are partly old until the rewind is repeated; then this event comes again. A rewind that leaves the files as they are has no such event.",
  },
  "session.rewound": {
    about: "A rewind is done.",
    rely: "The events after `through_seq` and before this one are no longer part of the transcript; with null, they all stay. They remain in the log with their `seq`, and a later rewind to before this one brings them back. To show the transcript, keep what is up to `through_seq`, and continue after this event. `snapshot_id` and `safety_snapshot_id` are null if the files stay; a rewind to the latter undoes this one.",
  },
  "files.rolled_back": {
    about:
      "The host that had the workspace's files was lost, on a service whose [files belong to no host](scaling.md).",
    rely: "What the session wrote after `published_at` is lost; null: nothing was published, and there are no files. It comes before the session continues, and a note to the model follows it. Commands that ran after that time may have done other things that are not undone.",
  },
};
