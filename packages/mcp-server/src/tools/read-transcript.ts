import { MAX_PAGE } from "@workspace-agent/core/schemas";
import type { Message } from "@workspace-agent/core";
import * as v from "valibot";
import { SessionId, WorkspaceId } from "./arguments.ts";
import { defineTool, READ_ONLY } from "./tool.ts";

/** What one answer holds, beside its first message: more would fill the context of who asked. UTF-16 units. */
const MOST_TEXT = 60_000;

const Seq = v.pipe(v.number(), v.integer(), v.minValue(0));

const TranscriptMessageSchema = v.strictObject({
  seq: Seq,
  turn_id: v.string(),
  role: v.picklist(["user", "assistant", "tool"]),
  content: v.pipe(v.string(), v.description("What was said, or the output of the tool.")),
  tool_calls: v.optional(v.array(v.strictObject({ name: v.string(), arguments: v.string() }))),
  is_error: v.optional(v.boolean()),
  created_at: v.string(),
});
type TranscriptMessage = v.InferOutput<typeof TranscriptMessageSchema>;

export const readTranscript = defineTool({
  name: "read_transcript",
  title: "Read a transcript",
  description:
    "The conversation of a session, oldest first: messages, the tools that the agent called, and what they gave. For the result alone, get_task's `final_message` is enough. A long transcript comes in parts: pass `next_after` as `after` until it is null.",
  scope: "workspaces:read",
  rateLimit: null,
  annotations: READ_ONLY,
  input: v.strictObject({
    workspace_id: WorkspaceId,
    session_id: SessionId,
    after: v.optional(
      v.pipe(Seq, v.description("Only messages after this `seq`. 0, the default: from the start.")),
      0,
    ),
    limit: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(1),
        v.maxValue(MAX_PAGE),
        v.description("The most messages."),
      ),
      50,
    ),
  }),
  output: v.strictObject({
    messages: v.array(TranscriptMessageSchema),
    next_after: v.pipe(v.nullable(Seq), v.description("Where the next part begins; null: this was the end.")),
  }),
  async run({ workspace_id, session_id, after, limit }, { call: { service, principal } }) {
    const page = await service.sessions.messages(principal, workspace_id, session_id, { after, limit });
    const messages = fitting(page.items.map(shown));
    const isCut = messages.length < page.items.length || page.next !== null;
    return { messages, next_after: isCut ? (messages.at(-1)?.seq ?? null) : null };
  },
});

function shown({ seq, turn_id, role, content, parts, created_at }: Message): TranscriptMessage {
  const calls = parts.flatMap((part) =>
    part.type === "tool_call" ? [{ name: part.name, arguments: part.arguments }] : [],
  );
  const isError = parts.some((part) => part.type === "tool_result" && part.is_error);
  return {
    seq,
    turn_id,
    role,
    content,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(isError ? { is_error: true } : {}),
    created_at,
  };
}

/** As many of the messages as one answer holds, at least one. */
function fitting(messages: readonly TranscriptMessage[]): TranscriptMessage[] {
  let length = 0;
  const end = messages.findIndex((message, index) => {
    length += message.content.length + JSON.stringify(message.tool_calls ?? []).length;
    return index > 0 && length > MOST_TEXT;
  });
  return end === -1 ? [...messages] : messages.slice(0, end);
}
