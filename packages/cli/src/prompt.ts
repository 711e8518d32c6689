import { createInterface } from "node:readline";
import { CommandError, wrongUse } from "./exit-codes.ts";
import { processOutput } from "./output.ts";

/** Asks the person at standard input. */
export interface Prompt {
  /** Standard input is a terminal. */
  readonly isInteractive: boolean;
  /** The typed line; empty at the end of input, and if the signal ends the question. */
  readonly ask: (question: string, signal?: AbortSignal) => Promise<string>;
}

export const processPrompt: Prompt = {
  get isInteractive() {
    return process.stdin.isTTY;
  },
  ask: async (question, signal) => {
    if (signal?.aborted === true) return "";
    processOutput.note(question);
    const lines = createInterface({ input: process.stdin, ...(signal !== undefined && { signal }) });
    try {
      for await (const line of lines) return line;
      return "";
    } finally {
      lines.close();
    }
  },
};

/** Throws if something is neither confirmed with `--yes` nor can be. */
export function checkConfirmable(prompt: Prompt, isConfirmed: boolean, act = "delete"): void {
  if (isConfirmed || prompt.isInteractive) return;
  throw wrongUse(`Standard input is not a terminal. Use --yes to ${act} without confirmation.`);
}

/** Whether a typed line says yes. */
export const isYes = (typed: string): boolean => /^y(?:es)?$/i.test(typed.trim());

/** Asks, and throws if the answer is not yes. */
export async function confirm(prompt: Prompt, question: string, refused: string): Promise<void> {
  if (!isYes(await prompt.ask(`${question} [y/N] `))) throw new CommandError(refused);
}

/** Asks for confirmation unless `--yes` was given. Throws if it is refused. */
export async function confirmDeletion(prompt: Prompt, isConfirmed: boolean, what: string): Promise<void> {
  if (!isConfirmed) await confirm(prompt, `Delete ${what}? This cannot be undone.`, "Nothing was deleted.");
}
