import { DomainError, type FieldError } from "../domain/errors/domain-error.ts";
import { toPointer } from "../domain/errors/pointer.ts";
import type {
  AnswerRequest,
  PendingRequest,
  Question,
  RequestAnswers,
  ResolvedRequest,
  ToolCallResult,
} from "../domain/sessions/request.ts";
import type { CallerResult } from "./caller-output.ts";

/** How an answer resolves its request. */
export type CheckedAnswer = Pick<ResolvedRequest, "outcome" | "note" | "answers" | "output" | "error">;

type Given = Readonly<Record<string, string | readonly string[]>>;

function refuse(errors: readonly FieldError[]): DomainError {
  const detail = errors.map((error) => `${error.pointer} ${error.detail}`).join("; ");
  return new DomainError("invalid_request", `The answer does not match the request: ${detail}.`, { errors });
}

/** The keys of the answers to a question: its text, and its number unless that is the text of another. */
function keysOf(question: Question, index: number, given: Given, questions: readonly Question[]): string[] {
  const number = String(index);
  const isTextOfAnother = questions.some((other) => other.question === number);
  return [...new Set([question.question, ...(isTextOfAnother ? [] : [number])])].filter((key) =>
    Object.hasOwn(given, key),
  );
}

function checkQuestions(questions: readonly Question[], given: Given): RequestAnswers {
  const errors: FieldError[] = [];
  const used = new Set<string>();
  const answers = questions.map((question, index): [string, string | string[]] => {
    const keys = keysOf(question, index, given, questions);
    for (const key of keys) used.add(key);
    const [key, second] = keys;
    const answer = key === undefined ? undefined : given[key];
    if (key === undefined || answer === undefined)
      errors.push({ pointer: "#/answers", detail: `must hold an answer to question ${index}` });
    else if (second !== undefined)
      errors.push({
        pointer: toPointer(["answers", second]),
        detail: "answers a question for the second time",
      });
    else if (typeof answer !== "string" && question.multiple !== true)
      errors.push({ pointer: toPointer(["answers", key]), detail: "must be one text" });
    return [question.question, typeof answer === "string" ? answer : [...(answer ?? [])]];
  });
  for (const key of Object.keys(given))
    if (!used.has(key))
      errors.push({ pointer: toPointer(["answers", key]), detail: "is not a question of this request" });
  if (errors.length > 0) throw refuse(errors);
  return Object.fromEntries(answers);
}

/**
 * Throws `invalid_request` for an answer that does not match the request's kind or questions, and `precondition_failed` for a decision
 * about another subject.
 */
export function checkAnswer(
  { kind, questions = [], subject_hash }: PendingRequest,
  answer: Exclude<AnswerRequest, ToolCallResult> | CallerResult,
): CheckedAnswer {
  const mismatch = (detail: string) =>
    refuse([{ pointer: toPointer(Object.keys(answer).slice(0, 1)), detail: `cannot answer ${detail}` }]);
  if (kind === "tool_call") {
    if ("output" in answer || "error" in answer) return { outcome: "answered", ...answer };
    throw mismatch("a tool call; send output or error");
  }
  if (kind === "approval") {
    if (!("decision" in answer)) throw mismatch("an approval; send a decision");
    if (answer.subject_hash !== undefined && answer.subject_hash !== subject_hash)
      throw new DomainError(
        "precondition_failed",
        "The decision is about another subject: its subject_hash is not that of the request.",
      );
    return {
      outcome: answer.decision,
      ...(answer.note !== undefined && { note: answer.note }),
    };
  }
  if (!("answers" in answer)) throw mismatch("a question; send answers");
  return { outcome: "answered", answers: checkQuestions(questions, answer.answers) };
}
