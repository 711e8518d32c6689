import type { CommandOptions, Sandbox } from "../../ports/sandbox.ts";
import type { BackgroundProcess } from "./background-process.ts";

/** The background processes of one session, as its tools see them. */
export interface SessionBackground {
  /** One that this session has started; null: none of that id, or no longer. */
  find(id: string): BackgroundProcess | null;
  own(): readonly BackgroundProcess[];
  /** Starts one that goes on when the turn ends; null where the workspace has as many running as it may. */
  start(
    sandbox: Sandbox,
    options: Omit<CommandOptions, "abortSignal" | "group">,
  ): Promise<BackgroundProcess | null>;
}
