import * as v from "valibot";
import type { Question } from "../../domain/sessions/request.ts";
import { defineTool, failure } from "../tool.ts";

const Text = (max: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(max));

const QuestionArgument = v.strictObject({
  question: v.pipe(Text(2_000), v.description("The whole question, in words that stand for themselves.")),
  header: v.optional(v.pipe(Text(40), v.description("A word or two that name what it is about."))),
  options: v.optional(
    v.pipe(
      v.array(v.strictObject({ label: Text(200), description: v.optional(Text(1_000)) })),
      v.minLength(1),
      v.maxLength(10),
      v.description("What to choose from. Another answer may come all the same."),
    ),
  ),
  multiple: v.optional(v.pipe(v.boolean(), v.description("Several options may be chosen. Default: one."))),
});

const parameters = v.strictObject({
  questions: v.pipe(
    v.array(QuestionArgument),
    v.minLength(1),
    v.maxLength(4),
    v.check(
      (questions) => new Set(questions.map(({ question }) => question)).size === questions.length,
      "each question may stand there once",
    ),
  ),
});

function shown({ question }: Question, answer: string | readonly string[] | undefined): string {
  const text = answer === undefined || typeof answer === "string" ? (answer ?? "") : answer.join("; ");
  return `${question}\n${text === "" ? "(nothing chosen)" : text}`;
}

/** Puts questions to a person; the turn waits until they are answered. */
export const askUserTool = defineTool({
  name: "ask_user",
  description:
    "Asks the person you work for up to four questions, and waits for the answers, which may take hours. Ask only what you cannot find out yourself and what changes what you do; ask all of it at once.",
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
