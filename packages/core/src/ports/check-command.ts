import { DomainError } from "../domain/errors/domain-error.ts";
import type { CommandOptions } from "./sandbox.ts";

/** Throws `invalid_request` for NUL anywhere in a command, and for a variable's name that is empty or holds `=`. */
export function checkCommand({
  command,
  workingDirectory = "",
  env = {},
}: Pick<CommandOptions, "command" | "workingDirectory" | "env">): void {
  const isSound = [command, workingDirectory, ...Object.values(env)].every((text) => !text.includes("\0"));
  const areNamed = Object.keys(env).every((name) => /^[^=\0]+$/.test(name));
  if (!isSound || !areNamed)
    throw new DomainError("invalid_request", "The command contains NUL, or a variable has no valid name.");
}
