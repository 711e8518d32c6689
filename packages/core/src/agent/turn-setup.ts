import type { Model, TokenUsage, ToolSpecification } from "../ports/model.ts";
import type { StepUsage } from "../domain/sessions/event.ts";
import type { ConfigInput, Limits } from "../domain/workspaces/config.ts";
import type { WorkspaceDisk } from "../workspaces/disk-check.ts";
import type { StreamRedactor } from "../redaction/stream-redactor.ts";
import type { Tool, ToolContext } from "./tool.ts";

/** All of a tool's context but what the runner of the call adds. */
export interface CallContext extends Omit<ToolContext, "signal" | "workingDirectory"> {
  /** Takes the workspace's secrets out of a text. */
  readonly redact: (text: string) => string;
  readonly streamRedactor: () => StreamRedactor;
  /** Null: `disk_mb` holds while commands write. */
  readonly disk: WorkspaceDisk | null;
}

/** What a turn runs with, fixed when it starts or is taken up; but for the tools, of which MCP servers may have others at the next step. */
export interface TurnSetup {
  readonly model: Model;
  readonly system: string;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly specifications: readonly ToolSpecification[];
  readonly permissions: ConfigInput["permissions"];
  readonly limits: Limits;
  /** How the prompt is kept within the model's window: `smallModel` writes the summaries, else the model itself. Null: not at all. */
  readonly compaction: { readonly smallModel: Model | null } | null;
  /** What the log keeps of a call of a model: its tokens and what they cost. */
  readonly priced: (reference: string, usage: TokenUsage) => StepUsage;
  /** Takes the workspace's secrets, as the last call of a tool knew them, out of a text that comes in pieces. */
  readonly redactor: () => StreamRedactor;
  /** How long a person may take to answer, in milliseconds. */
  readonly requestTtlMs: number;
  /** Does what may write files: what they are before the session's first such work is remembered. */
  readonly whileWriting: <T>(work: () => Promise<T>) => Promise<T>;
  /** What the files are when the turn ends is remembered, if the session has written: what others do later is no change of it. */
  readonly endWriting: () => Promise<void>;
  /** Ends every process of the session in the sandbox. */
  readonly endProcesses: () => Promise<void>;
  /** What the next call runs with: read again, so that a config that was changed meanwhile holds at once. */
  readonly callContext: () => Promise<CallContext>;
  /** Begins to look up what the next calls will run with if the config stays as it is. */
  readonly lookAhead: () => void;
}
