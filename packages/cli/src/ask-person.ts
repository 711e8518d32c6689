import type { AnswerRequest, PendingRequest, Schemas } from "@workspace-agent/client";
import type { AllowAlways } from "./allow-always.ts";
import { cleanText } from "./clean-text.ts";
import { isYes, type Prompt } from "./prompt.ts";

type Question = Schemas["Question"];

/** The answer that a typed line gives: numbers choose options. */
export function answerOf({ options = [], multiple = false }: Question, typed: string): string | string[] {
  const chosen = (text: string) => options[Number(text) - 1]?.label ?? text;
  if (!multiple) return chosen(typed.trim());
  return typed
    .split(",")
    .map((each) => chosen(each.trim()))
    .filter((each) => each !== "");
}

function questionText({ question, options = [], multiple = false }: Question): string {
  const lines = options.map(({ label, description }, index) => {
    const more = description === undefined ? "" : `: ${description}`;
    return `  ${index + 1}. ${label}${more}`;
  });
  const how = multiple ? "Numbers or texts with commas" : "A number or a text";
  const hint = options.length === 0 ? "An answer" : how;
  return cleanText([question, ...lines, `${hint}, or Enter to leave it open: `].join("\n"));
}

/** Asks one question after the other. Null leaves them open. */
export async function askQuestions(
  prompt: Prompt,
  questions: readonly Question[],
  signal?: AbortSignal,
): Promise<AnswerRequest | null> {
  const answers: Record<string, string | string[]> = {};
  for (const question of questions) {
    const typed = await prompt.ask(questionText(question), signal);
    if (typed.trim() === "") return null;
    answers[question.question] = answerOf(question, typed);
  }
  return { answers };
}

async function askDecision(
  prompt: Prompt,
  request: PendingRequest,
  always: AllowAlways,
  signal?: AbortSignal,
): Promise<AnswerRequest | null> {
  for (;;) {
    const typed = await prompt.ask("Allow it? y: yes, a: always, n: no, Enter: leave it open: ", signal);
    if (isYes(typed)) return { decision: "allow" };
    if (["a", "always"].includes(typed.trim().toLowerCase())) {
      if (await always(request, signal)) return { decision: "allow" };
      continue;
    }
    if (!/^no?$/i.test(typed.trim())) return null;
    const note = (await prompt.ask("What should the agent know? (Enter: nothing) ", signal)).trim();
    return { decision: "deny", ...(note !== "" && { note }) };
  }
}

/** Asks the person at the terminal. Null leaves the request open, and so does the signal. */
export async function askPerson(
  prompt: Prompt,
  request: PendingRequest,
  always: AllowAlways,
  signal?: AbortSignal,
): Promise<AnswerRequest | null> {
  if (request.kind === "question") return await askQuestions(prompt, request.questions ?? [], signal);
  return request.kind === "approval" ? await askDecision(prompt, request, always, signal) : null;
}
