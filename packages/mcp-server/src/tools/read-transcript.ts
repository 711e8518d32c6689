import { OPERATIONS } from "@workspace-agent/core/internal";
import { MAX_PAGE } from "@workspace-agent/core/schemas";
import type { Message } from "@workspace-agent/core";
import * as v from "valibot";
import { SessionId, WorkspaceId } from "./arguments.ts";
import { defineTool, READ_ONLY } from "./tool.ts";

/** The maximum text of one response besides its first message, so that it does not fill the context of the caller. In UTF-16 code units. */
const MOST_TEXT = 60_000;

const Seq = v.pipe(v.number(), v.integer(), v.minValue(0));

const TranscriptMessageSchema = v.strictObject({
  seq: Seq,
  turn_id: v.string(),
  role: v.picklist(["user", "assistant", "tool"]),
  content: v.pipe(v.string(), v.description("The message, or the output of the tool.")),
  tool_calls: v.optional(v.array(v.strictObject({ name: v.string(), arguments: v.string() }))),
  is_error: v.optional(v.boolean()),
  created_at: v.string(),
});
type TranscriptMessage = v.InferOutput<typeof TranscriptMessageSchema>;

export const readTranscript = defineTool({
  name: "read_transcript",
  title: "Read a transcript",
  description:
    "Read the conversation of a session, oldest first: messages, tool calls and their results. For the result alone, `final_message` of get_task is enough. A long transcript is returned in parts: pass `next_after` as `after` until it is null.",
  access: OPERATIONS.sessions.messages.access,
  rateLimit: null,
  annotations: READ_ONLY,
  input: v.strictObject({
    workspace_id: WorkspaceId,
    session_id: SessionId,
    after: v.optional(
      v.pipe(Seq, v.description("Only return messages after this `seq`. Default 0: from the start.")),
      0,
    ),
    limit: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(1),
        v.maxValue(MAX_PAGE),
        v.description("Maximum number of messages."),
      ),
      50,
    ),
  }),
  output: v.strictObject({
    messages: v.array(TranscriptMessageSchema),
    next_after: v.pipe(v.nullable(Seq), v.description("The start of the next part; null at the end.")),
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

/** The messages that fit into one response, at least one. */
function fitting(messages: readonly TranscriptMessage[]): TranscriptMessage[] {
  let length = 0;
  const end = messages.findIndex((message, index) => {
    length += message.content.length + JSON.stringify(message.tool_calls ?? []).length;
    return index > 0 && length > MOST_TEXT;
  });
  return end === -1 ? [...messages] : messages.slice(0, end);
}
