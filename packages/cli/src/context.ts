import type { WorkspaceAgentClient } from "@workspace-agent/client";
import type { Output } from "./output.ts";
import type { Prompt } from "./prompt.ts";

/** What commands are given of the process. */
export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
  readonly prompt: Prompt;
  /** The instance, with the caller's token. */
  readonly connect: () => Promise<WorkspaceAgentClient>;
  /** Ends the process with this code when its work is done; 0 unless said. */
  readonly exitWith: (code: number) => void;
}
