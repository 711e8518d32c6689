import * as v from "valibot";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { ToolCallPart, ToolResultPart } from "../domain/sessions/content.ts";
import type { EventDraft } from "../domain/sessions/event.ts";
import type { ConfigInput } from "../domain/workspaces/config.ts";
import type { CallRequest } from "../domain/sessions/call-requests.ts";
import { callResult, NOT_RUN } from "../domain/sessions/call-result.ts";
import type { OpenCall } from "./prompt/prompt-builder.ts";
import type { PendingRequest } from "../domain/sessions/request.ts";
import { permissionOf } from "../domain/workspaces/permissions.ts";
import { isAskedAbout, MAX_SUBJECT_CHARACTERS } from "./requests/subject.ts";
import { verdictOf, type Verdict } from "./requests/verdict.ts";
import { cleanText } from "../runtime/text.ts";
import { failure, type Tool, type ToolContext, type ToolOutcome } from "./tool.ts";
import { taskTool } from "./tools/task.ts";
import { truncateOutput } from "../outputs/truncate-output.ts";

/** A call that was looked at before anything runs: a tool with checked arguments, or why it cannot run. */
export type PreparedCall =
  | {
      readonly type: "ready";
      readonly tool: Tool;
      readonly args: unknown;
      /** The arguments as the model wrote them. */
      readonly written: string;
      /** Asked again when the call is run: a call before it may have changed the directory. */
      readonly permissions: ConfigInput["permissions"];
      /** What people were asked about it, if they were. */
      readonly asked: CallRequest | null;
      /** A person has to be asked before it runs. */
      readonly mustAsk: boolean;
      /** What a person allowed, where it runs for that alone. */
      readonly approval: PendingRequest | null;
      /** It was started before, and goes on. */
      readonly isResumed?: boolean;
      /** Its arguments hold a secret, which the log does not: nobody can be asked about it, nor can it be run later. */
      readonly holdsSecret?: boolean;
    }
  | {
      readonly type: "refused";
      readonly outcome: ToolOutcome;
      /** The model wrote something that is no call at all. */
      readonly isMalformed: boolean;
    };

export type ReadyCall = Extract<PreparedCall, { readonly type: "ready" }>;
type RefusedCall = Extract<PreparedCall, { readonly type: "refused" }>;
type OmitFirst<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

const malformed = (output: string): RefusedCall => ({
  type: "refused",
  outcome: failure(output),
  isMalformed: true,
});

/** What the permissions and people say of a call that would run in the directory. May throw `invalid_path`. */
function verdictOn(call: ReadyCall, workingDirectory: string): Verdict {
  const { tool, args, permissions, asked } = call;
  const subjects = tool.subjects(args, workingDirectory);
  const isShown = asked === null || isAskedAbout(call, workingDirectory, asked);
  const permission = permissionOf(permissions, tool.name, subjects);
  return verdictOf(permission, tool.questions !== undefined, asked, isShown);
}

/** The call as it stands in another directory, which calls before it have changed to. Never throws. */
export function judgedAnew(call: PreparedCall, workingDirectory: string): PreparedCall {
  if (call.type === "refused" || call.isResumed === true) return call;
  try {
    const verdict = verdictOn(call, workingDirectory);
    if (verdict.type === "refused")
      return { type: "refused", outcome: failure(verdict.reason), isMalformed: false };
    if (verdict.type === "ask") return unaskable(call) ?? { ...call, mustAsk: true, approval: null };
    return { ...call, mustAsk: false, approval: verdict.approval };
  } catch (error) {
    return refusedBy(error);
  }
}

/** A call of whose arguments only that is left which may be kept. */
const withoutItsSecret: RefusedCall = {
  type: "refused",
  outcome: failure(
    "This call was not run: its arguments held the value of a secret, which is not kept. In a command, write the variable's name in place of its value, such as $TOKEN.",
  ),
  isMalformed: false,
};

/** Why nobody can be asked about a call; null: people can. */
function unaskable({ tool, written, holdsSecret }: ReadyCall): RefusedCall | null {
  if (holdsSecret === true) return withoutItsSecret;
  if (tool.questions !== undefined || written.length <= MAX_SUBJECT_CHARACTERS) return null;
  const output = `This call was not run: a person has to allow it, and is asked about arguments of at most ${MAX_SUBJECT_CHARACTERS} characters, which these are longer than. Do it in several smaller calls.`;
  return { type: "refused", outcome: failure(output), isMalformed: false };
}

/** A call that cannot be looked at. */
export function refusedBy(error: unknown): RefusedCall {
  if (DomainError.isInstance(error))
    return { type: "refused", outcome: failure(error.detail), isMalformed: false };
  return malformed("The arguments could not be understood. Write them another way.");
}

/** Finds the tool, checks the arguments and asks the permissions. Never throws. */
export function prepareCall(
  part: ToolCallPart,
  tools: ReadonlyMap<string, Tool>,
  permissions: ConfigInput["permissions"],
  workingDirectory = "/workspace",
  asked: CallRequest | null = null,
): PreparedCall {
  try {
    const call = checkCall(part, tools);
    return call.type === "refused"
      ? call
      : judgedAnew(
          { ...call, written: part.arguments, permissions, asked, mustAsk: false, approval: null },
          workingDirectory,
        );
  } catch (error) {
    return refusedBy(error);
  }
}

/** A call as the model wrote it, where that is still known; of what is refused no secret is told. Never throws. */
export function prepareOpenCall(
  { part, given }: OpenCall,
  redact: (text: string) => string,
  ...rules: OmitFirst<Parameters<typeof prepareCall>>
): PreparedCall {
  // A subagent is told what is kept: its task stands in a transcript too.
  if (part.redacted !== true || part.name === taskTool.name) return prepareCall(part, ...rules);
  if (given === undefined) return withoutItsSecret;
  const call = prepareCall({ ...part, arguments: given }, ...rules);
  if (call.type === "refused") return { ...call, outcome: finishOutput(call.outcome, redact) };
  return call.mustAsk ? withoutItsSecret : { ...call, holdsSecret: true };
}

function checkCall(
  part: ToolCallPart,
  tools: ReadonlyMap<string, Tool>,
): RefusedCall | Pick<ReadyCall, "type" | "tool" | "args"> {
  const tool = tools.get(part.name);
  if (tool === undefined) {
    const why = part.name.trim() === "" ? "The call names no tool." : `There is no tool named ${part.name}.`;
    return malformed(`${why} The tools are ${[...tools.keys()].join(", ")}.`);
  }
  let value: unknown;
  try {
    value = part.arguments.trim() === "" ? {} : JSON.parse(part.arguments);
  } catch {
    return malformed("The arguments are not valid JSON. Write them again.");
  }
  const parsed = v.safeParse(tool.parameters, value);
  if (!parsed.success) {
    const issues = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? "arguments"}: ${issue.message}`);
    return malformed(`The arguments do not fit the tool: ${issues.join("; ")}`);
  }
  return { type: "ready", tool, args: parsed.output };
}

/** Whether a call may be done again as a whole where one of its commands was not started. */
export function isRepeatable(prepared: PreparedCall): boolean {
  return prepared.type === "ready" && (prepared.tool.isReadOnly || prepared.tool.isOneCommand === true);
}

export function mayWrite(prepared: PreparedCall): boolean {
  return prepared.type === "ready" && !prepared.tool.isReadOnly && prepared.tool.leavesFiles !== true;
}

/** Runs a prepared call. Throws only `sandbox_unavailable` and what is no error of the call. */
export async function runCall(call: PreparedCall, context: ToolContext): Promise<ToolOutcome> {
  if (call.type === "refused") return call.outcome;
  try {
    const verdict = verdictOn(call, context.workingDirectory);
    if (verdict.type === "ask") return unaskable(call)?.outcome ?? failure(NOT_RUN);
    if (verdict.type !== "run") return failure(verdict.reason);
    const { answers, approval } = verdict;
    const file = approval?.subject?.file;
    return await call.tool.run(call.args, {
      ...context,
      ...(answers !== null && { answers }),
      ...(file !== undefined && { approvedContent: file.replaces?.sha256 ?? null }),
    });
  } catch (error) {
    if (DomainError.isInstance(error) && error.status < 500) return failure(error.detail);
    throw error;
  }
}

/**
 * An outcome as the model may see it: cleaned, then without secrets (an escape inside one would hide it), then cut to what is
 * shown. Doing it again changes nothing.
 */
export function finishOutput(
  { dropped = 0, workingDirectory, file, appendix, ...outcome }: ToolOutcome,
  redact: (text: string) => string = (text) => text,
): ToolOutcome {
  const { text, truncated } = truncateOutput(redact(cleanText(outcome.output)), dropped);
  const keepsDirectory = workingDirectory !== undefined && redact(workingDirectory) === workingDirectory;
  return {
    ...outcome,
    output: text,
    truncated: truncated || (outcome.truncated ?? false),
    ...(keepsDirectory && { workingDirectory }),
    ...(file !== undefined && redact(file.path) === file.path && { file }),
    ...(appendix !== undefined && { appendix: { ...appendix, text: redact(cleanText(appendix.text)) } }),
  };
}

/** What the log stores of an outcome. */
export function toResultPart(part: ToolCallPart, outcome: ToolOutcome): ToolResultPart {
  const finished = finishOutput(outcome);
  const { output, isError = false, truncated = false, workingDirectory } = finished;
  const { file, appendix, images, subagent } = finished;
  return {
    type: "tool_result",
    call_id: part.call_id,
    name: part.name,
    output: appendix === undefined ? output : `${output}\n\n${appendix.text}`,
    is_error: isError,
    truncated,
    ...(workingDirectory !== undefined && { working_directory: workingDirectory }),
    ...(file !== undefined && { file }),
    ...(appendix !== undefined && { guides: [...appendix.guides] }),
    ...(images !== undefined && { images: [...images] }),
    ...(subagent !== undefined && { subagent }),
  };
}

/** The event that completes a call. */
export function resultOf({ item, part }: OpenCall, outcome: ToolOutcome): EventDraft {
  return callResult(item, toResultPart(part, outcome));
}
