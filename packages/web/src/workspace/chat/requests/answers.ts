import type { Schemas } from "@workspace-agent/client";

type Question = Schemas["Question"];

/** The answer to a question so far. */
export interface AnswerDraft {
  readonly chosen: readonly string[];
  readonly text: string;
}

export const emptyAnswer: AnswerDraft = { chosen: [], text: "" };

/** The answer after a click on an option. A single choice replaces what was typed. */
export function toggled(
  { multiple = false }: Question,
  { chosen, text }: AnswerDraft,
  label: string,
): AnswerDraft {
  if (!multiple) return { chosen: [label], text: "" };
  const others = chosen.filter((each) => each !== label);
  return { chosen: chosen.includes(label) ? others : [...others, label], text };
}

/** A question with multiple choice may have no answer. */
export function isAnswered({ multiple = false }: Question, { chosen, text }: AnswerDraft): boolean {
  return multiple || chosen.length > 0 || text.trim() !== "";
}

/** The answers as the API accepts them, by the index of the question. */
export function givenAnswers(
  questions: readonly Question[],
  drafts: readonly AnswerDraft[],
): Record<string, string | string[]> {
  return Object.fromEntries(
    questions.map(({ multiple = false }, index) => {
      const { chosen, text } = drafts[index] ?? emptyAnswer;
      const own = text.trim() === "" ? [] : [text.trim()];
      return [String(index), multiple ? [...chosen, ...own] : (own[0] ?? chosen[0] ?? "")];
    }),
  );
}
