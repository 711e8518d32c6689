import * as v from "valibot";
import { ActorSchema } from "../principals/actor.ts";
import { isJson } from "../../runtime/json.ts";
import { Count, TimestampSchema } from "../wire.ts";

const Text = (max: number) =>
  v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(max),
    v.regex(/^[^\0\p{Cs}]*$/u, "must not hold NUL or half a surrogate pair"),
  );

/** Of one request. */
export const MAX_QUESTIONS = 4;

/** A question of the agent for a person. */
export const QuestionSchema = v.strictObject({
  question: v.string(),
  /** One or two words that name the topic. */
  header: v.optional(v.string()),
  /** Suggested answers. Other answers are accepted too. */
  options: v.optional(v.array(v.strictObject({ label: v.string(), description: v.optional(v.string()) }))),
  /** Whether several options may be chosen. Default: one. */
  multiple: v.optional(v.boolean()),
});
export type Question = v.InferOutput<typeof QuestionSchema>;

const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hexadecimal"));

/** The file that a call writes. */
export const ReplacedFileSchema = v.strictObject({
  path: v.pipe(v.string(), v.description("Absolute, inside the sandbox.")),
  replaces: v.pipe(
    v.nullable(v.strictObject({ size: Count, sha256: Sha256 })),
    v.description("The current content. Null if there is no file."),
  ),
});
export type ReplacedFile = v.InferOutput<typeof ReplacedFileSchema>;

/** What an approval covers besides the tool and its arguments. */
export const RequestSubjectSchema = v.strictObject({
  working_directory: v.string(),
  /** For a tool that writes a file. */
  file: v.optional(ReplacedFileSchema),
});
export type RequestSubject = v.InferOutput<typeof RequestSubjectSchema>;

/** `approval` and `question` are for a person, `tool_call` is for the program that gave the tool. */
export const RequestKindSchema = v.picklist(["approval", "question", "tool_call"]);
export type RequestKind = v.InferOutput<typeof RequestKindSchema>;

/** A request: to allow a call, to answer questions of the agent, or to run a call. */
export const PendingRequestSchema = v.strictObject({
  id: v.string(),
  kind: RequestKindSchema,
  turn_id: v.string(),
  call_id: v.string(),
  tool: v.string(),
  /** The text for people. */
  prompt: v.string(),
  /** The arguments of the call, as the model wrote them. */
  arguments: v.string(),
  /** For an `approval`. Absent in requests of older versions. */
  subject: v.optional(RequestSubjectSchema),
  subject_hash: v.optional(
    v.pipe(
      Sha256,
      v.description(
        "For an approval: the SHA-256 of the canonical JSON (sorted keys, no spaces) of `{arguments, subject, tool}`. A call with another hash needs a new approval.",
      ),
    ),
  ),
  /** For a `question`. */
  questions: v.optional(v.array(QuestionSchema)),
  created_at: TimestampSchema,
  /** After this time the request counts as denied, and a call as failed. */
  expires_at: TimestampSchema,
  /** The session of the subagent that asks. `turn_id` and `call_id` are then those of the `task` call. Absent if this session asks. */
  origin_session_id: v.optional(v.string()),
});
export type PendingRequest = v.InferOutput<typeof PendingRequestSchema>;

export const RequestOutcomeSchema = v.picklist(["allow", "deny", "answered", "expired", "cancelled"]);
export type RequestOutcome = v.InferOutput<typeof RequestOutcomeSchema>;

const Answer = v.union([Text(10_000), v.pipe(v.array(Text(10_000)), v.maxLength(32))]);

/** By the text of the question. */
export const RequestAnswersSchema = v.record(v.string(), v.union([v.string(), v.array(v.string())]));
export type RequestAnswers = v.InferOutput<typeof RequestAnswersSchema>;

export const ApprovalDecisionSchema = v.strictObject({
  decision: v.picklist(["allow", "deny"]),
  note: v.optional(
    v.pipe(Text(10_000), v.description("For a denial: shown to the model. Stored in the log in both cases.")),
  ),
  subject_hash: v.optional(
    v.pipe(
      Sha256,
      v.description("The hash of the request that was shown. 412 `precondition_failed` if it differs."),
    ),
  ),
});
export const QuestionAnswersSchema = v.strictObject({
  answers: v.pipe(
    v.record(v.pipe(v.string(), v.maxLength(2_000)), Answer),
    v.maxEntries(MAX_QUESTIONS),
    v.description(
      "The answer to each question, by its text or its number from 0. Several texts if `multiple` is set.",
    ),
  ),
});

/** Deeper values could exhaust the stack of code that walks through them. */
const MAX_OUTPUT_DEPTH = 64;

/** The result of a call that the caller ran. */
export const ToolCallOutputSchema = v.strictObject({
  output: v.pipe(
    v.unknown(),
    v.check(
      (output) => isJson(output, MAX_OUTPUT_DEPTH),
      `must be JSON that is not nested deeper than ${MAX_OUTPUT_DEPTH} levels`,
    ),
    v.description(
      "A text, or a value that the model receives as JSON. Secrets of the workspace are removed, and a long text is cut in the middle.",
    ),
  ),
});
export const ToolCallErrorSchema = v.strictObject({
  error: v.pipe(
    v.string(),
    v.minLength(1),
    v.description("Why the call failed, for the model. Changed as `output` is."),
  ),
});
export type ToolCallResult =
  v.InferOutput<typeof ToolCallOutputSchema> | v.InferOutput<typeof ToolCallErrorSchema>;

/** The body of POST …/requests/{request_id}: a decision for an approval, answers for a question, the result of a tool call. */
export const AnswerRequestSchema = v.union([
  ApprovalDecisionSchema,
  QuestionAnswersSchema,
  ToolCallOutputSchema,
  ToolCallErrorSchema,
]);
export type AnswerRequest = v.InferOutput<typeof AnswerRequestSchema>;

/** The stored result of a `tool_call`: one of the two. */
export const ResolvedCallSchema = v.strictObject({
  output: v.optional(v.string()),
  error: v.optional(v.string()),
});

/** A request and how it was resolved. */
export const ResolvedRequestSchema = v.strictObject({
  ...PendingRequestSchema.entries,
  outcome: RequestOutcomeSchema,
  note: v.optional(v.string()),
  answers: v.optional(RequestAnswersSchema),
  ...ResolvedCallSchema.entries,
  /** Who answered. */
  by: v.optional(ActorSchema),
  resolved_at: TimestampSchema,
});
export type ResolvedRequest = v.InferOutput<typeof ResolvedRequestSchema>;

/** When the first request expires, in milliseconds since 1970. Null if there are none. */
export function firstExpiry(requests: readonly PendingRequest[]): number | null {
  return requests.length === 0 ? null : Math.min(...requests.map(({ expires_at }) => Date.parse(expires_at)));
}
