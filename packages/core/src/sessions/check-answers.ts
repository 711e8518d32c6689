import { DomainError, type FieldError } from "../domain/errors/domain-error.ts";
import { toPointer } from "../domain/errors/pointer.ts";
import type {
  AnswerRequest,
  PendingRequest,
  Question,
  RequestAnswers,
  RequestOutcome,
} from "../domain/sessions/request.ts";

/** How a request is resolved by what a person sent. */
export interface CheckedAnswer {
  readonly outcome: RequestOutcome;
  readonly note?: string;
  readonly answers?: RequestAnswers;
}

type Given = Readonly<Record<string, string | readonly string[]>>;

function refuse(errors: readonly FieldError[]): DomainError {
  const detail = errors.map((error) => `${error.pointer} ${error.detail}`).join("; ");
  return new DomainError("invalid_request", `The answer does not fit the request: ${detail}.`, { errors });
}

/** The keys by which a question may be answered: its text before its number. */
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
      errors.push({ pointer: toPointer(["answers", second]), detail: "answers a question a second time" });
    else if (typeof answer !== "string" && question.multiple !== true)
      errors.push({ pointer: toPointer(["answers", key]), detail: "must be one text" });
    return [question.question, typeof answer === "string" ? answer : [...(answer ?? [])]];
  });
  for (const key of Object.keys(given))
    if (!used.has(key))
      errors.push({ pointer: toPointer(["answers", key]), detail: "is no question of this request" });
  if (errors.length > 0) throw refuse(errors);
  return Object.fromEntries(answers);
}

/**
 * Throws `invalid_request` for what does not fit the kind of the request or its questions, and `precondition_failed` for an answer to
 * something else than what is asked.
 */
export function checkAnswer(
  { kind, questions = [], subject_hash }: PendingRequest,
  answer: AnswerRequest,
): CheckedAnswer {
  if (kind === "approval") {
    if (!("decision" in answer))
      throw refuse([{ pointer: "#/answers", detail: "does not answer an approval, which takes a decision" }]);
    if (answer.subject_hash !== undefined && answer.subject_hash !== subject_hash)
      throw new DomainError(
        "precondition_failed",
        "The decision is about something else than what is asked: its subject_hash is not that of the request.",
      );
    return {
      outcome: answer.decision,
      ...(answer.note !== undefined && { note: answer.note }),
    };
  }
  if (!("answers" in answer))
    throw refuse([{ pointer: "#/decision", detail: "does not answer a question, which takes answers" }]);
  return { outcome: "answered", answers: checkQuestions(questions, answer.answers) };
}
