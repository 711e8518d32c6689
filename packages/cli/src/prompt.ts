import { createInterface } from "node:readline";
import { CommandError, EXIT } from "./exit-codes.ts";
import { processOutput } from "./output.ts";

/** The person at standard input. */
export interface Prompt {
  /** Standard input is a terminal: somebody can answer. */
  readonly isInteractive: boolean;
  /** The line that is typed; empty where the input ends. */
  readonly ask: (question: string) => Promise<string>;
}

export const processPrompt: Prompt = {
  get isInteractive() {
    return process.stdin.isTTY;
  },
  ask: async (question) => {
    processOutput.note(question);
    const lines = createInterface({ input: process.stdin });
    try {
      for await (const line of lines) return line;
      return "";
    } finally {
      lines.close();
    }
  },
};

/** `--yes` of a command that deletes. Throws where it is missing and nobody can be asked. */
export function checkConfirmable(prompt: Prompt, isConfirmed: boolean): void {
  if (isConfirmed || prompt.isInteractive) return;
  throw new CommandError(
    "Standard input is not a terminal, so that nobody can be asked. Add --yes to delete without a question.",
    EXIT.usage,
  );
}

/** Asks before something is deleted, unless `--yes` was given; throws where the answer is not yes. */
export async function confirmDeletion(prompt: Prompt, isConfirmed: boolean, what: string): Promise<void> {
  checkConfirmable(prompt, isConfirmed);
  if (isConfirmed) return;
  const answer = await prompt.ask(`Delete ${what}? This cannot be undone. [y/N] `);
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new CommandError("Nothing was deleted.");
}
