import type { Schemas } from "@workspace-agent/client";

type Question = Schemas["Question"];

/** What was chosen and written so far. */
export interface AnswerDraft {
  readonly chosen: readonly string[];
  readonly words: string;
}

export const emptyAnswer: AnswerDraft = { chosen: [], words: "" };

/** Of several options none may be chosen; else something has to be said. */
export function isAnswered({ multiple = false }: Question, { chosen, words }: AnswerDraft): boolean {
  return multiple || chosen.length > 0 || words.trim() !== "";
}

/** The answers as the instance takes them, by the number of the question. */
export function givenAnswers(
  questions: readonly Question[],
  drafts: readonly AnswerDraft[],
): Record<string, string | string[]> {
  return Object.fromEntries(
    questions.map(({ multiple = false }, index) => {
      const { chosen, words } = drafts[index] ?? emptyAnswer;
      const own = words.trim() === "" ? [] : [words.trim()];
      return [String(index), multiple ? [...chosen, ...own] : (own[0] ?? chosen[0] ?? "")];
    }),
  );
}
