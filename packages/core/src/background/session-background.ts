import type { CommandOptions, Sandbox } from "../ports/sandbox.ts";
import type { BackgroundProcess } from "./background-process.ts";

/** The background processes of one session, as its tools see them. */
export interface SessionBackground {
  /** One that this session has started; null: none of that id, or no longer. */
  find(id: string): BackgroundProcess | null;
  own(): readonly BackgroundProcess[];
  /**
   * Starts one that goes on when the turn ends. `full`: the workspace has as many running as it may. `stopped`: the signal aborted
   * meanwhile, and nothing of it runs. `sandbox` is called again right before the start, for what it looks at.
   */
  start(
    sandbox: () => Promise<Sandbox>,
    options: Omit<CommandOptions, "abortSignal" | "group">,
    signal: AbortSignal,
  ): Promise<BackgroundProcess | "full" | "stopped">;
}
