import type { Example } from "../document-types.ts";
import { CALL_ID, TURN_ID } from "./values.ts";

const OPENED_AT = "2026-01-31T12:00:20.000Z";

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
  created_at: OPENED_AT,
  expires_at: "2026-02-01T12:00:20.000Z",
};

/** What people are asked and what they say, by the names of the schemas. */
export const REQUEST_SCHEMA_EXAMPLES: Readonly<Record<string, unknown>> = {
  PendingRequest: pendingRequest,
  Question: QUESTION,
  ApprovalDecision: { decision: "deny", note: "Wait for the review." },
  QuestionAnswers: { answers: { [QUESTION.question]: "main" } },
  ResolvedRequest: { ...pendingRequest, outcome: "allow", resolved_at: "2026-01-31T12:04:41.000Z" },
};

export const ANSWER_EXAMPLES: Readonly<Record<string, Example>> = {
  allow: { summary: "Let the tool run", value: { decision: "allow" } },
  deny: {
    summary: "Deny it, with a word to the agent",
    value: { decision: "deny", note: "Wait for the review." },
  },
  answer: { summary: "Answer a question", value: { answers: { [QUESTION.question]: "main" } } },
};
