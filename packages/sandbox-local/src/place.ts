import type { Sandbox, SandboxSpec } from "@workspace-agent/core";

/** Where the commands of one workspace run. */
export interface Place {
  readonly isRunning: boolean;
  open(spec: SandboxSpec): Sandbox;
  /** Ends all commands; what they share stays. */
  stop(): Promise<void>;
  /** Ends all commands and removes what they share. */
  remove(): Promise<void>;
}
