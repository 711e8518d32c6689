import * as v from "valibot";
import { MAX_QUESTIONS, type Question } from "../../domain/sessions/request.ts";
import { tool } from "../make-tool.ts";
import { failure } from "../tool.ts";
import { trimmedText } from "./text-argument.ts";

const QuestionArgument = v.strictObject({
  question: v.pipe(
    trimmedText(2_000),
    v.description("The complete question, understandable without context."),
  ),
  header: v.optional(v.pipe(trimmedText(40), v.description("One or two words that name the topic."))),
  options: v.optional(
    v.pipe(
      v.array(v.strictObject({ label: trimmedText(200), description: v.optional(trimmedText(1_000)) })),
      v.minLength(1),
      v.maxLength(10),
      v.description("Answers to choose from. The person may also give another answer."),
    ),
  ),
  multiple: v.optional(v.pipe(v.boolean(), v.description("Several options may be chosen. Default: one."))),
});

const parameters = v.strictObject({
  questions: v.pipe(
    v.array(QuestionArgument),
    v.minLength(1),
    v.maxLength(MAX_QUESTIONS),
    v.check(
      (questions) => new Set(questions.map(({ question }) => question)).size === questions.length,
      "each question may appear only once",
    ),
  ),
});

function shown({ question }: Question, answer: string | readonly string[] | undefined): string {
  const text = answer === undefined || typeof answer === "string" ? (answer ?? "") : answer.join("; ");
  return `${question}\n${text === "" ? "(nothing chosen)" : text}`;
}

/** Asks a person. The turn waits until the questions are answered. */
export const askUserTool = tool({
  name: "ask_user",
  description:
    "Asks the person you work for up to four questions and waits for the answers, which may take hours. Ask only what you cannot find out yourself and what changes what you do. Ask everything at once.",
  parameters,
  isReadOnly: true,
  subjects: ({ questions }) => ({ names: questions.map(({ question }) => question) }),
  questions: ({ questions }): readonly Question[] => questions,
  async run({ questions }, { answers }) {
    if (answers === undefined) return failure("Nobody was asked.");
    const own = (question: string) => (Object.hasOwn(answers, question) ? answers[question] : undefined);
    return { output: questions.map((question) => shown(question, own(question.question))).join("\n\n") };
  },
});
