import type { WorkspaceAgentClient } from "@workspace-agent/client";
import type { Output } from "./output.ts";
import type { Prompt } from "./prompt.ts";

/** The parts of the process that commands use. */
export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
  readonly prompt: Prompt;
  /** The stored sign-in that `--profile` names; undefined: what the environment or the file says. */
  readonly profile: () => string | undefined;
  /** The URL of the instance. */
  readonly instance: () => Promise<string>;
  /** Connects to the instance with the token of the caller. */
  readonly connect: () => Promise<WorkspaceAgentClient>;
  /** Sets the exit code; default 0. */
  readonly exitWith: (code: number) => void;
}
