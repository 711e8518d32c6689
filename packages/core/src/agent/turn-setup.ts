import type { Model, ToolSpecification } from "../ports/model.ts";
import type { ConfigInput, Limits } from "../workspaces/config.ts";
import type { Tool, ToolContext } from "./tool.ts";

/** What a turn runs with, fixed when it starts or is taken up. */
export interface TurnSetup {
  readonly model: Model;
  readonly system: string;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly specifications: readonly ToolSpecification[];
  readonly permissions: ConfigInput["permissions"];
  readonly limits: Limits;
  readonly redact: (text: string) => string;
  /** Ends every process of the session in the sandbox. */
  readonly endProcesses: () => Promise<void>;
  /** All of a tool's context but what changes from call to call. */
  readonly context: Omit<ToolContext, "signal" | "workingDirectory">;
}
