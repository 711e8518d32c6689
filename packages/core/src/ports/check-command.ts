import { DomainError } from "../domain/errors/domain-error.ts";
import type { CommandOptions } from "./sandbox.ts";

const MOST_CHARACTERS = 1_000;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Throws `invalid_request` for options that no shell or terminal accepts. */
export function checkCommand({ command, workingDirectory = "", env = {}, stdin, pty }: CommandOptions): void {
  const refuse = (what: string) => new DomainError("invalid_request", what);
  if (command.includes("\0")) throw refuse("A command may not contain NUL.");
  if (workingDirectory.includes("\0")) throw refuse("A working directory may not contain NUL.");
  for (const [name, value] of Object.entries(env)) {
    if (!VARIABLE.test(name)) throw refuse(`${JSON.stringify(name)} is not a valid name of a variable.`);
    if (value.includes("\0")) throw refuse(`The variable ${name} may not contain NUL.`);
  }
  if (stdin?.locked === true) throw refuse("The stream for the standard input is locked by another reader.");
  for (const size of pty === undefined ? [] : [pty.columns, pty.rows]) {
    if (!Number.isInteger(size) || size < 1 || size > MOST_CHARACTERS)
      throw refuse(`A terminal has 1 to ${MOST_CHARACTERS} columns and rows.`);
  }
}
