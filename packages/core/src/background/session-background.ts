import type { CommandOptions, Sandbox } from "../ports/sandbox.ts";
import type { BackgroundProcess } from "./background-process.ts";

/** The background processes of one session, for its tools. */
export interface SessionBackground {
  /** A process that this session started; null: the id is unknown, or the process is forgotten. */
  find(id: string): BackgroundProcess | null;
  own(): readonly BackgroundProcess[];
  /**
   * Starts a process that outlives the turn. `full`: the workspace has as many as it may. `stopped`: the signal aborted, and nothing
   * runs. `sandbox` is called again right before the start, for the checks that it makes.
   */
  start(
    sandbox: () => Promise<Sandbox>,
    options: Omit<CommandOptions, "abortSignal" | "group">,
    signal: AbortSignal,
  ): Promise<BackgroundProcess | "full" | "stopped">;
}
