import { CALL_ID, TURN_ID, type Example } from "./values.ts";

const OPENED_AT = "2026-01-31T12:00:20.000Z";

const SUBJECT_HASH = "462860f36e51135e988927e18c5be2692701e1515325598e0d3a7ebdce142e1a";

/** SHA-256 of an empty file. */
const OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

const ANSWERED_BY = { kind: "user", id: "admin", name: "admin" };

const QUESTION = {
  question: "Which branch is to be released?",
  header: "Branch",
  options: [{ label: "main" }, { label: "next", description: "Has the new parser." }],
};

export const pendingRequest = {
  id: "req_01kg9vz1r3s5t7v9x1z3b5d7f9",
  kind: "approval",
  turn_id: TURN_ID,
  call_id: CALL_ID,
  tool: "bash",
  prompt: "May bash run: git push origin main",
  arguments: '{"command":"git push origin main"}',
  subject: { working_directory: "/workspace" },
  subject_hash: SUBJECT_HASH,
  created_at: OPENED_AT,
  expires_at: "2026-02-01T12:00:20.000Z",
};

/** Examples of requests and answers, by schema name. */
export const REQUEST_SCHEMA_EXAMPLES: Readonly<Record<string, unknown>> = {
  PendingRequest: pendingRequest,
  RequestSubject: {
    working_directory: "/workspace",
    file: { path: "/workspace/notes.md", replaces: { size: 0, sha256: OF_NOTHING } },
  },
  ReplacedFile: { path: "/workspace/notes.md", replaces: { size: 0, sha256: OF_NOTHING } },
  Actor: ANSWERED_BY,
  Question: QUESTION,
  ToolCallOutput: { output: { open: 3 } },
  ToolCallError: { error: "The tracker is not available." },
  ApprovalDecision: { decision: "deny", note: "Wait for the review." },
  QuestionAnswers: { answers: { [QUESTION.question]: "main" } },
  ResolvedRequest: {
    ...pendingRequest,
    outcome: "allow",
    by: ANSWERED_BY,
    resolved_at: "2026-01-31T12:04:41.000Z",
  },
};

export const ANSWER_EXAMPLES: Readonly<Record<string, Example>> = {
  allow: { summary: "Allow the tool call", value: { decision: "allow", subject_hash: SUBJECT_HASH } },
  deny: {
    summary: "Deny it with a note",
    value: { decision: "deny", note: "Wait for the review." },
  },
  result: { summary: "Return the result of a tool call", value: { output: { open: 3 } } },
  failed: { summary: "Report that it failed", value: { error: "The tracker is not available." } },
  answer: { summary: "Answer a question", value: { answers: { [QUESTION.question]: "main" } } },
};
