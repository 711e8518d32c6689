import { createInterface } from "node:readline";
import { CommandError, EXIT } from "./exit-codes.ts";
import { processOutput } from "./output.ts";

/** Asks the person at standard input. */
export interface Prompt {
  /** Standard input is a terminal. */
  readonly isInteractive: boolean;
  /** The typed line; empty at the end of input. */
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

/** Throws if a deletion is neither confirmed with `--yes` nor can be. */
export function checkConfirmable(prompt: Prompt, isConfirmed: boolean): void {
  if (isConfirmed || prompt.isInteractive) return;
  throw new CommandError(
    "Standard input is not a terminal. Use --yes to delete without confirmation.",
    EXIT.usage,
  );
}

/** Asks for confirmation unless `--yes` was given. Throws if it is refused. */
export async function confirmDeletion(prompt: Prompt, isConfirmed: boolean, what: string): Promise<void> {
  checkConfirmable(prompt, isConfirmed);
  if (isConfirmed) return;
  const answer = await prompt.ask(`Delete ${what}? This cannot be undone. [y/N] `);
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new CommandError("Nothing was deleted.");
}
