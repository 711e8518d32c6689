import type * as v from "valibot";
import type { JsonSchema } from "../runtime/json.ts";
import type { AttachedSkill } from "../library/skills/attached-skills.ts";
import type { Logger } from "../ports/logger.ts";
import type { Sandbox } from "../ports/sandbox.ts";
import type { AgentFiles } from "./agent-files.ts";
import type { SessionBackground } from "../background/session-background.ts";
import type { KnownFiles } from "./known-files.ts";
import type { SubagentReport } from "../domain/sessions/subagent-report.ts";
import type { TurnError } from "../domain/sessions/turn.ts";
import type { Question, RequestAnswers } from "../domain/sessions/request.ts";
import type { Subjects } from "../domain/workspaces/permissions.ts";
import type { StreamRedactor } from "../redaction/stream-redactor.ts";

/** What a tool is given beside its arguments. */
export interface ToolContext {
  readonly files: AgentFiles;
  /** The workspace's sandbox, opened when first asked for. While it is away it is waited for, by each of its operations. Throws `sandbox_unavailable`. */
  sandbox(): Promise<Sandbox>;
  /** Absolute path inside the sandbox: where the session's last command ended. */
  readonly workingDirectory: string;
  /** The workspace's variables, secrets opened. */
  readonly env: Readonly<Record<string, string>>;
  readonly sessionId: string;
  /** The skills that the workspace has now. */
  readonly skills: readonly AttachedSkill[];
  readonly signal: AbortSignal;
  /** The host's. Absent: nobody listens. */
  readonly logger?: Logger;
  /** What people answered to the tool's questions, by their text. Absent: it asks none. */
  readonly answers?: RequestAnswers;
  /** SHA-256 of the content that a person allowed the call to replace; null: no file. Absent: nobody was asked. */
  readonly approvedContent?: string | null;
  /** What the session knows of files by its log. Absent: nothing. */
  readonly known?: KnownFiles;
  /** Commands that go on beside the turn; absent where the sandbox has none. */
  readonly background?: SessionBackground;
  /** Takes the workspace's secrets out of a text that comes in pieces. Absent: there are none. */
  readonly streamRedactor?: () => StreamRedactor;
  /** Keeps an image for the session and gives the hash that names it; absent where the model sees none. */
  readonly keepImage?: (bytes: Uint8Array) => Promise<string>;
}

/** A file as a call has left it: the SHA-256 of its bytes, in hexadecimal. */
export interface FileFact {
  readonly path: string;
  readonly sha256: string;
}

/** What the model receives. */
export interface ToolOutcome {
  readonly output: string;
  readonly isError?: boolean;
  readonly truncated?: boolean;
  /** Characters that the tool has left out of the middle of `output`. */
  readonly dropped?: number;
  readonly workingDirectory?: string;
  /** The file that was read or written. */
  readonly file?: FileFact;
  /** What follows the output, and is not cut with it: the AGENTS.md files of the folders that were touched. */
  readonly appendix?: { readonly text: string; readonly guides: readonly string[] };
  readonly images?: readonly { readonly media_type: string; readonly blob: string }[];
  /** Of the subagent that the call was. */
  readonly subagent?: SubagentReport;
  /** The call goes on later: for a person's answer, or where another takes the session up. It has no result yet. */
  readonly suspended?: "waiting" | "handed_over";
  /** The turn cannot go on from this. */
  readonly turnError?: TurnError;
}

/**
 * A thing that the agent can do. `run` throws only when the turn cannot go on (`sandbox_unavailable`); what
 * the model can fix is an outcome with `isError`.
 */
export interface Tool<Schema extends v.GenericSchema = v.GenericSchema> {
  readonly name: string;
  readonly description: string;
  readonly parameters: Schema;
  /** What the model receives about the arguments, in the place of `parameters`: for a tool whose arguments another checks. */
  readonly schema?: JsonSchema;
  /** Changes nothing but what the log says, so that calls may run side by side, and again after a power loss. */
  readonly isReadOnly: boolean;
  /** Does nothing before its one command: where that was not started, the tool is done again, with all of the command's time. Default false. */
  readonly isOneCommand?: boolean;
  /** Changes something else than files: the session's changes begin with a call of another tool. Default false. */
  readonly leavesFiles?: boolean;
  /** What a permission's patterns are matched against: the command, or the resolved path. May throw `invalid_path`. */
  subjects(args: v.InferOutput<Schema>, workingDirectory: string): Subjects;
  /** The absolute path of the file whose content a call replaces: an approval is bound to what is there. May throw `invalid_path`. Absent: none. */
  replaces?(args: v.InferOutput<Schema>, workingDirectory: string): string;
  /** What a person is asked before the tool runs: `answers` of its context are to these. Absent: nothing. */
  questions?(args: v.InferOutput<Schema>): readonly Question[];
  run(args: v.InferOutput<Schema>, context: ToolContext): Promise<ToolOutcome>;
}

/** Keeps the types of a tool's arguments while it is written, and forgets them where tools are listed. */
export function defineTool<const Schema extends v.GenericSchema>(tool: Tool<Schema>): Tool {
  return tool;
}

export function failure(output: string): ToolOutcome {
  return { output, isError: true };
}
