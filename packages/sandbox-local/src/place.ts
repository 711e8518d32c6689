import type { Sandbox } from "@workspace-agent/core";

/** Where the commands of one workspace run, by one spec. */
export interface Place {
  readonly isRunning: boolean;
  open(): Sandbox;
  /** Ends all commands, for good: what was opened here runs no more. What the commands share stays. */
  end(): Promise<void>;
  /** Ends all commands and removes what they share. */
  remove(): Promise<void>;
}
