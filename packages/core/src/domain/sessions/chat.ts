import * as v from "valibot";
import { ChatImageSchema, MAX_IMAGES } from "../images/chat-images.ts";
import { MetadataSchema, shortText } from "../wire.ts";
import { CallerToolsSchema } from "../workspaces/caller-tool.ts";
import { LimitsOverrideSchema } from "../workspaces/config.ts";
import { AttachmentSchema, MAX_ATTACHMENTS } from "./attachment.ts";
import { MessageSchema } from "./message.ts";
import { TurnOutputSchema } from "./output.ts";
import {
  OutputOfTurnSchema,
  StopReasonSchema,
  TurnErrorSchema,
  TurnStatsSchema,
  TurnStatusSchema,
} from "./turn.ts";

/** The longest `message`, in bytes of UTF-8. */
export const MAX_MESSAGE_BYTES = 1_048_576;

export const ChatModeSchema = v.picklist(["async", "stream", "sync"]);
export type ChatMode = v.InferOutput<typeof ChatModeSchema>;

/** A stored prompt and the values of its placeholders. */
export const ChatPromptSchema = v.strictObject({
  name: v.pipe(shortText(128), v.description("Its name or id.")),
  arguments: v.pipe(
    v.optional(v.record(v.string(), v.string()), {}),
    v.description("A text for each placeholder of the prompt, and no others."),
  ),
});

/** What a message says. */
export const MessageTextSchema = v.pipe(v.string(), v.minLength(1), v.regex(/\S/u, "must not be empty"));

/** A message to the agent. */
export const ChatSchema = v.pipe(
  v.strictObject({
    message: v.optional(
      v.pipe(
        MessageTextSchema,
        v.description(
          "Required unless `prompt` is given; with both, it follows the prompt after a blank line.",
        ),
      ),
    ),
    prompt: v.optional(ChatPromptSchema),
    images: v.optional(
      v.pipe(
        v.array(ChatImageSchema),
        v.maxLength(MAX_IMAGES),
        v.description("For models that accept images. Others are informed that there were images."),
      ),
    ),
    attachments: v.optional(
      v.pipe(
        v.array(AttachmentSchema),
        v.maxLength(MAX_ATTACHMENTS),
        v.description(
          "Files of the workspace that the message refers to. The model gets their paths, and of images and texts the content as it is now, within the bounds of the `read` tool.",
        ),
      ),
    ),
    mode: v.optional(ChatModeSchema),
    source: v.optional(v.picklist(["api", "web"]), "api"),
    session_id: v.optional(shortText(64)),
    on_busy: v.pipe(
      v.optional(v.picklist(["queue", "steer", "interrupt", "reject"]), "queue"),
      v.description(
        "If the session is not idle. `queue`: start a turn after those that wait. `steer`: the message joins the running turn before its next step, without `limits`, `metadata`, `tools` and `output` of its own, and the answer is about that turn; like `queue` if none runs. `interrupt`: the running turn, or the first that waits, ends `interrupted`, and this one follows. `reject`: `session_busy`.",
      ),
    ),
    limits: v.optional(LimitsOverrideSchema),
    metadata: v.optional(
      v.pipe(
        MetadataSchema,
        v.description(
          "Stored with the turn, and given to tools and middleware. Lists can be filtered by it.",
        ),
      ),
    ),
    tools: v.optional(
      v.pipe(
        CallerToolsSchema,
        v.description(
          "Tools that you run, for this turn and not for its subagents. A call opens a request of kind `tool_call`, and the turn waits until you answer it with the result.",
        ),
      ),
    ),
    output: v.optional(TurnOutputSchema),
  }),
  // Documentation only: the service checks it and reports which of the two is missing.
  v.metadata({ anyOf: [{ required: ["message"] }, { required: ["prompt"] }] }),
);
export type Chat = v.InferOutput<typeof ChatSchema>;
/** A message as callers write it. */
export type ChatInput = v.InferInput<typeof ChatSchema>;

/** A change of a turn that is queued. */
export const UpdateTurnSchema = v.strictObject({
  message: v.pipe(
    MessageTextSchema,
    v.description("Replaces the text of its message, also of a prompt. Images and attachments stay."),
  ),
});
export type UpdateTurn = v.InferOutput<typeof UpdateTurnSchema>;

export const AcceptedTurnSchema = v.strictObject({
  session_id: v.string(),
  turn_id: v.string(),
  status: TurnStatusSchema,
});

/** A durable turn. The running one if the message joins it. */
export interface AcceptedTurn extends v.InferOutput<typeof AcceptedTurnSchema> {
  /** Where its stream starts: the seq of its `turn.queued`, or the one after a message that joined it. */
  readonly first_seq: number;
  /** The turn was accepted by an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

export type TurnAddress = Pick<AcceptedTurn, "session_id" | "turn_id">;

/** The answer of a synchronous chat call. */
export const TurnResultSchema = v.strictObject({
  session_id: v.string(),
  turn_id: v.string(),
  status: TurnStatusSchema,
  /** The final message of the agent, or of the service if the agent wrote none. */
  final_message: v.string(),
  messages: v.array(MessageSchema),
  stats: TurnStatsSchema,
  reason: v.nullable(StopReasonSchema),
  error: v.nullable(TurnErrorSchema),
  ...OutputOfTurnSchema.entries,
});
export type TurnResult = v.InferOutput<typeof TurnResultSchema>;
