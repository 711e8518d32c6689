import type { Model, TokenUsage } from "../ports/model.ts";
import type { OutputSchemas } from "../ports/output-schemas.ts";
import type { StepUsage } from "../domain/sessions/event.ts";
import type { TurnError } from "../domain/sessions/turn.ts";
import type { Caller } from "../domain/sessions/caller.ts";
import type { Limits } from "../domain/workspaces/config.ts";
import type { PermissionLayers } from "../domain/workspaces/permissions.ts";
import type { WorkspaceDisk } from "../workspaces/disk-check.ts";
import type { StreamRedactor } from "../redaction/stream-redactor.ts";
import type { RequiredOutput } from "./output/turn-output.ts";
import type { ToolContext } from "./tool.ts";
import type { Toolset } from "./toolsets.ts";

/** A tool's context without what the tool runner adds. */
export interface CallContext extends Omit<ToolContext, "signal" | "workingDirectory" | "caller"> {
  /** Redacts the workspace's secrets in a text. */
  readonly redact: (text: string) => string;
  readonly streamRedactor: () => StreamRedactor;
  /** Null if the sandbox enforces `disk_mb` while commands write. */
  readonly disk: WorkspaceDisk | null;
}

/** What a turn runs with. Fixed when the turn starts or continues, except for the tools of MCP servers, which may change with each step. */
export interface TurnSetup {
  readonly caller: Caller;
  readonly model: Model;
  readonly system: string;
  /** The tools of the next step. */
  readonly toolset: () => Toolset;
  /** Those of the config and of the host's policy. */
  readonly permissions: PermissionLayers;
  readonly limits: Limits;
  /** Null if the host has none: then no subagent may be asked for an output. */
  readonly outputSchemas: OutputSchemas | null;
  /** Null: the turn needs none. */
  readonly output: RequiredOutput | null;
  /** Whether the tenant has used up its budget. */
  readonly isBudgetUsedUp: () => Promise<boolean>;
  /** Says what needs the price of a model that has none now. Null: nothing. */
  readonly unpriced: () => TurnError | null;
  /** Null if compaction is disabled. `smallModel` writes the summaries; null: the model itself. */
  readonly compaction: { readonly smallModel: Model | null } | null;
  /** The tokens and the cost of a model call, for the log. */
  readonly priced: (reference: string, usage: TokenUsage) => StepUsage;
  /** Redacts the workspace's secrets, as of the last tool call, in a text that arrives in pieces. */
  readonly redactor: () => StreamRedactor;
  /** How long a person has to answer, in milliseconds. */
  readonly requestTtlMs: number;
  /** Runs work that may write files, after the state of the files before the session's first write was recorded. */
  readonly whileWriting: <T>(work: () => Promise<T>) => Promise<T>;
  /** Records the state of the files at the end of the turn, if the session wrote any. Later changes by others are not changes of the session. */
  readonly endWriting: () => Promise<void>;
  /** Ends every process of the session. Logs a failure. */
  readonly endProcesses: () => Promise<void>;
  /** The context of the next call, with the current config. */
  readonly callContext: () => Promise<CallContext>;
}
