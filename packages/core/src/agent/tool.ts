import type { JsonSchema } from "../runtime/json.ts";
import type { TextStyle } from "../runtime/styled-text.ts";
import type { AttachedSkill } from "../library/skills/attached-skills.ts";
import type { Logger } from "../ports/logger.ts";
import type { Sandbox } from "../ports/sandbox.ts";
import type { AgentFiles } from "./agent-files.ts";
import type { SessionBackground } from "../background/session-background.ts";
import type { AgentSchedules } from "../schedules/agent-schedules.ts";
import type { KnownFiles } from "./known-files.ts";
import type { Caller } from "../domain/sessions/caller.ts";
import type { OutputCheck } from "../domain/sessions/output.ts";
import type { SubagentReport } from "../domain/sessions/subagent-report.ts";
import type { TurnError } from "../domain/sessions/turn.ts";
import type { Question, RequestAnswers } from "../domain/sessions/request.ts";
import type { Subjects } from "../domain/workspaces/permissions.ts";
import type { CallerResult } from "../sessions/caller-output.ts";
import type { StreamRedactor } from "../redaction/stream-redactor.ts";
import type { CheckedArguments } from "./tool-parameters.ts";

/** What a tool receives besides its arguments. */
export interface ToolContext {
  /** Files by absolute paths inside the sandbox. Those of the workspace are available without a running sandbox. */
  readonly files: AgentFiles;
  /** The workspace's sandbox, opened at the first call. Each of its operations waits while it is unavailable. Throws `sandbox_unavailable`. */
  sandbox(): Promise<Sandbox>;
  /** The working directory of the session's last command, an absolute path inside the sandbox. */
  readonly workingDirectory: string;
  /** The workspace's variables, with decrypted secrets. */
  readonly env: Readonly<Record<string, string>>;
  /** For whom the tool runs. */
  readonly caller: Caller;
  /** The skills that the workspace has now. */
  readonly skills: readonly AttachedSkill[];
  /** Aborts when the turn is interrupted or its time is over, and when this instance stops or loses the session. */
  readonly signal: AbortSignal;
  /** The host's logger. The service redacts nothing that a tool passes to it. */
  readonly logger?: Logger;
  /** The answers to the tool's questions, by the text of the question. Absent if it asks none. */
  readonly answers?: RequestAnswers;
  /** SHA-256 of the content that a person allowed the call to replace; null if there was no file. Absent if nobody was asked. */
  readonly approvedContent?: string | null;
  /** What the log says about files. Absent outside of turns. */
  readonly known?: KnownFiles;
  /** Background processes. Absent if the sandbox does not support them. */
  readonly background?: SessionBackground;
  /** Schedules of the workspace. Absent if the host has none. */
  readonly schedules?: AgentSchedules;
  /** Redacts the workspace's secrets in a text that arrives in pieces. Absent if there are none. */
  readonly streamRedactor?: () => StreamRedactor;
  /** For how many days complete outputs stay. Null or absent: as long as their sandbox. */
  readonly outputsDays?: number | null;
  /** Stores an image for the session and returns its hash. Absent if the model accepts no images. */
  readonly keepImage?: (bytes: Uint8Array) => Promise<string>;
}

/** A file after a call: the SHA-256 of its bytes, in hexadecimal. */
interface FileFact {
  readonly path: string;
  readonly sha256: string;
}

/** What the model receives. */
export interface ToolOutcome {
  readonly output: string;
  readonly isError?: boolean;
  readonly truncated?: boolean;
  /** How a terminal shows `output`. Readers get them only if the output reaches them unchanged: not cut, and without a secret. */
  readonly styles?: readonly TextStyle[];
  /** The number of characters that the tool omitted from the middle of `output`. */
  readonly dropped?: number;
  readonly workingDirectory?: string;
  /** The file that was read or written. */
  readonly file?: FileFact;
  /** Text after the output that is not truncated with it: AGENTS.md files of the folders that the call touched. */
  readonly appendix?: { readonly text: string; readonly guides: readonly string[] };
  readonly images?: readonly { readonly media_type: string; readonly blob: string }[];
  /** Of a call that submits the output of the turn. */
  readonly check?: OutputCheck;
  /** Of a `task` call. */
  readonly subagent?: SubagentReport;
  /** The call has no result yet: it waits for a person's answer, or another instance continues the session. */
  readonly suspended?: "waiting" | "handed_over";
  /** Ends the turn. */
  readonly turnError?: TurnError;
}

/** What the service passes to a tool's `run` beside the context. */
export interface RunContext extends ToolContext {
  /** The result of a tool that the caller runs. */
  readonly result?: CallerResult;
  /** Shows text without escape sequences to readers of the session while the call runs. It is redacted, and no longer shown than the call runs. */
  readonly show?: (text: string) => void;
}

/** A tool of the agent, as `tool()` makes it. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of the arguments, for the model. */
  readonly schema: JsonSchema;
  /** Changes nothing outside of the log. Such calls may run side by side, and again after a power loss. */
  readonly isReadOnly: boolean;
  /** Runs a single command and nothing before it. If that command was not started, the call is repeated with its full time. Default false. */
  readonly isOneCommand?: boolean;
  /** Whether a call may change files of the workspace. Default true; false keeps such calls out of the session's changes. */
  readonly touchesFiles?: boolean;
  /** The caller runs it: each call becomes a request of kind `tool_call`. */
  readonly isOfCaller?: boolean;
  /** A person has to allow each call, whatever the config says. Default false. */
  readonly needsApproval?: boolean;
  /** The arguments as the functions below receive them, or why they do not fit. */
  check(value: unknown): Promise<CheckedArguments>;
  /** What the patterns of permissions match: the command, or the resolved path. May throw `invalid_path`. */
  subjects(args: unknown, workingDirectory: string): Subjects;
  /** The absolute path of the file that a call replaces. An approval is valid only for its current content. May throw `invalid_path`. */
  replaces?(args: unknown, workingDirectory: string): string;
  /** Questions for a person before the tool runs. The answers are in `answers` of its context. */
  questions?(args: unknown): readonly Question[];
  run(args: unknown, context: RunContext): Promise<ToolOutcome>;
}

export const mayWriteFiles = ({ isReadOnly, touchesFiles }: Tool): boolean =>
  !isReadOnly && touchesFiles !== false;

/** The outcome of a call that failed. */
export function failure(output: string): ToolOutcome {
  return { output, isError: true };
}
