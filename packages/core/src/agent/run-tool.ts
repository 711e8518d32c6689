import { DomainError } from "../domain/errors/domain-error.ts";
import type { ToolCallPart, ToolResultPart } from "../domain/sessions/content.ts";
import type { EventDraft } from "../domain/sessions/event.ts";
import type { CallRequest } from "../domain/sessions/call-requests.ts";
import { callResult, NOT_RUN } from "../domain/sessions/call-result.ts";
import type { OpenCall } from "./prompt/prompt-builder.ts";
import { MAX_QUESTIONS, type PendingRequest, type RequestKind } from "../domain/sessions/request.ts";
import { strictestPermission, type PermissionLayers } from "../domain/workspaces/permissions.ts";
import { isAskedAbout, MAX_SUBJECT_CHARACTERS } from "./requests/subject.ts";
import { verdictOf, type Verdict } from "./requests/verdict.ts";
import type { JsonValue } from "../runtime/json.ts";
import { cleanText } from "../runtime/text.ts";
import { failure, mayWriteFiles, type RunContext, type Tool, type ToolOutcome } from "./tool.ts";
import { ToolError } from "./tool-error.ts";
import { taskTool } from "./tools/task.ts";
import { truncateOutput } from "../outputs/truncate-output.ts";

/** A tool with valid arguments. */
export interface ReadyCall {
  readonly type: "ready";
  readonly tool: Tool;
  readonly args: unknown;
  /** The arguments as the model wrote them. */
  readonly written: string;
  /** Evaluated again when the call runs, because an earlier call may have changed the directory. */
  readonly permissions: PermissionLayers;
  /** The request that was opened for the call, if any. */
  readonly asked: CallRequest | null;
  /** The request that has to be answered first. */
  readonly mustAsk: RequestKind | null;
  /** The approval that the call depends on. */
  readonly approval: PendingRequest | null;
  /** The call was started before and continues. */
  readonly isResumed?: boolean;
  /** The arguments contain a secret, which the log does not store. So nobody can be asked about the call, and it cannot run later. */
  readonly holdsSecret?: boolean;
}

/** The outcome of a call that does not run. */
interface RefusedCall {
  readonly type: "refused";
  readonly outcome: ToolOutcome;
  /** The call itself is not valid. */
  readonly isMalformed: boolean;
}

/** A checked call. */
export type PreparedCall = ReadyCall | RefusedCall;

type CheckedCall = RefusedCall | Pick<ReadyCall, "type" | "tool" | "args">;
type OmitFirst<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

export const refused = (output: string, isMalformed = false): RefusedCall => ({
  type: "refused",
  outcome: failure(output),
  isMalformed,
});
export const malformed = (output: string) => refused(output, true);

/** The verdict on a call in a directory. May throw `invalid_path`. */
function verdictOn(call: ReadyCall, workingDirectory: string): Verdict {
  const { tool, args, permissions, asked } = call;
  const subjects = tool.subjects(args, workingDirectory);
  const isShown = asked === null || isAskedAbout(call, workingDirectory, asked.approved ?? asked);
  const configured = strictestPermission(permissions, tool.name, subjects);
  const permission = configured === "deny" ? "deny" : withOwnNeeds(configured, tool);
  return verdictOf(permission, asksOf(tool), asked, isShown);
}

/** Whether a call that is not denied needs an approval. One that changes nothing and asks a person anyway needs none by the permissions. */
function withOwnNeeds(configured: "ask" | "allow", tool: Tool): "ask" | "allow" {
  if (tool.needsApproval === true) return "ask";
  return tool.isReadOnly && asksOf(tool) === "question" ? "allow" : configured;
}

/** What a call asks for before it runs, beside approvals. */
function asksOf(tool: Tool): "question" | "tool_call" | null {
  if (tool.isOfCaller === true) return "tool_call";
  return tool.questions === undefined ? null : "question";
}

/** The call, judged again for a working directory. Never throws. */
export function judgedIn(call: PreparedCall, workingDirectory: string): PreparedCall {
  if (call.type === "refused" || call.isResumed === true) return call;
  try {
    const verdict = verdictOn(call, workingDirectory);
    if (verdict.type === "refused") return refused(verdict.reason);
    if (verdict.type === "ask")
      return unaskable(call, verdict.kind) ?? { ...call, mustAsk: verdict.kind, approval: null };
    return { ...call, mustAsk: null, approval: verdict.approval };
  } catch (error) {
    return refusedBy(error);
  }
}

/** A call whose unredacted arguments are lost. */
const withoutItsSecret = refused(
  "This call was not run: its arguments contained the value of a secret, which is not stored. In a command, write the variable's name instead of its value, such as $TOKEN.",
);

/** Why nobody can be asked about a call, or null. */
function unaskable({ tool, args, written, holdsSecret }: ReadyCall, kind: RequestKind): RefusedCall | null {
  if (holdsSecret === true) return withoutItsSecret;
  const notRun = (reason: string) => refused(`This call was not run: ${reason}`);
  const count = tool.questions?.(args).length ?? 0;
  if (count > MAX_QUESTIONS)
    return notRun(`it asks ${count} questions, and a request has at most ${MAX_QUESTIONS}.`);
  // The arguments are not shown with the questions.
  return kind === "question" || written.length <= MAX_SUBJECT_CHARACTERS
    ? null
    : notRun(
        `it needs an answer from outside, and its arguments are longer than the ${MAX_SUBJECT_CHARACTERS} characters that can be shown. Split it into smaller calls.`,
      );
}

/** A call whose check failed. */
export function refusedBy(error: unknown): RefusedCall {
  if (DomainError.isInstance(error)) return refused(error.detail);
  return malformed("The arguments could not be read. Write them another way.");
}

/** Finds the tool, checks the arguments and asks the permissions. Never throws. */
export async function prepareCall(
  part: ToolCallPart,
  tools: ReadonlyMap<string, Tool>,
  permissions: PermissionLayers,
  workingDirectory = "/workspace",
  asked: CallRequest | null = null,
): Promise<PreparedCall> {
  try {
    const call = await checkCall(part, tools);
    return call.type === "refused"
      ? call
      : judgedIn(
          { ...call, written: part.arguments, permissions, asked, mustAsk: null, approval: null },
          workingDirectory,
        );
  } catch (error) {
    return refusedBy(error);
  }
}

/** Prepares a call with its unredacted arguments if they are still known. Redacts the reason of a refusal. Never throws. */
export async function prepareOpenCall(
  { part, given }: OpenCall,
  redact: (text: string) => string,
  ...rules: OmitFirst<Parameters<typeof prepareCall>>
): Promise<PreparedCall> {
  // A subagent gets the redacted arguments, because its task is in a transcript too.
  if (part.redacted !== true || part.name === taskTool.name) return prepareCall(part, ...rules);
  if (given === undefined) return withoutItsSecret;
  const call = await prepareCall({ ...part, arguments: given }, ...rules);
  if (call.type === "refused") return { ...call, outcome: finishOutput(call.outcome, redact) };
  return call.mustAsk !== null ? withoutItsSecret : { ...call, holdsSecret: true };
}

/** The value of a call's arguments. An empty text stands for none. Throws a `SyntaxError`. */
export function readArguments(written: string): JsonValue {
  return written.trim() === "" ? {} : (JSON.parse(written) as JsonValue);
}

/** Checks arguments against the parameters of a tool. */
async function checkArguments(tool: Tool, value: unknown): Promise<CheckedCall> {
  const checked = await tool.check(value);
  return checked.problem === undefined
    ? { type: "ready", tool, args: checked.args }
    : malformed(`The arguments do not fit the tool: ${checked.problem}`);
}

/**
 * A call that runs with other arguments than the model wrote: checked and judged like a new one, for which no answer of a person counts.
 * Never throws.
 */
export async function withArguments(
  call: ReadyCall,
  written: string,
  workingDirectory: string,
): Promise<PreparedCall> {
  const checked = await checkArguments(call.tool, readArguments(written));
  if (checked.type === "refused") return checked;
  const judged = judgedIn({ ...call, ...checked, written, asked: null }, workingDirectory);
  if (judged.type === "refused" || !judged.mustAsk) return judged;
  return refused(
    "The host changed this call, and the changed call needs a person's approval, so it was not run.",
  );
}

async function checkCall(part: ToolCallPart, tools: ReadonlyMap<string, Tool>): Promise<CheckedCall> {
  const tool = tools.get(part.name);
  if (tool === undefined) {
    const why = part.name.trim() === "" ? "The call names no tool." : `There is no tool named ${part.name}.`;
    return malformed(`${why} The tools are ${[...tools.keys()].join(", ")}.`);
  }
  let value: unknown;
  try {
    value = readArguments(part.arguments);
  } catch {
    return malformed("The arguments are not valid JSON. Write them again.");
  }
  return await checkArguments(tool, value);
}

/** Whether the complete call may be repeated if one of its commands was not started. */
export function isRepeatable(prepared: PreparedCall): boolean {
  return prepared.type === "ready" && (prepared.tool.isReadOnly || prepared.tool.isOneCommand === true);
}

export function mayWrite(prepared: PreparedCall): boolean {
  return prepared.type === "ready" && mayWriteFiles(prepared.tool);
}

/** Runs a prepared call. Throws `sandbox_unavailable` and unexpected errors; all other failures are outcomes. */
export async function runCall(call: PreparedCall, context: RunContext): Promise<ToolOutcome> {
  if (call.type === "refused") return call.outcome;
  try {
    const verdict = verdictOn(call, context.workingDirectory);
    if (verdict.type === "ask") return unaskable(call, verdict.kind)?.outcome ?? failure(NOT_RUN);
    if (verdict.type !== "run") return failure(verdict.reason);
    const { answer, approval } = verdict;
    const { answers, output, error } = answer ?? {};
    const file = approval?.subject?.file;
    return await call.tool.run(call.args, {
      ...context,
      ...(answers !== undefined && { answers }),
      ...(output !== undefined && { result: { output } }),
      ...(error !== undefined && { result: { error } }),
      ...(file !== undefined && { approvedContent: file.replaces?.sha256 ?? null }),
    });
  } catch (error) {
    if (ToolError.isInstance(error)) return failure(error.message);
    if (DomainError.isInstance(error) && error.status < 500) return failure(error.detail);
    throw error;
  }
}

/**
 * Prepares an outcome for the model: cleans it, redacts it (an escape sequence inside a secret would hide it), then truncates it.
 * Idempotent.
 */
export function finishOutput(
  { dropped = 0, styles, workingDirectory, file, appendix, ...outcome }: ToolOutcome,
  redact: (text: string) => string = (text) => text,
): ToolOutcome {
  const { text, truncated } = truncateOutput(redact(cleanText(outcome.output)), dropped);
  const parameters = styles?.map(({ sgr }) => sgr).join(" ") ?? "";
  const keepsStyles = text === outcome.output && redact(parameters) === parameters;
  const keepsDirectory = workingDirectory !== undefined && redact(workingDirectory) === workingDirectory;
  return {
    ...outcome,
    output: text,
    ...(styles !== undefined && keepsStyles && { styles }),
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
  const { file, appendix, images, styles, subagent } = finished;
  return {
    type: "tool_result",
    call_id: part.call_id,
    name: part.name,
    output: appendix === undefined ? output : `${output}\n\n${appendix.text}`,
    is_error: isError,
    truncated,
    ...(styles !== undefined && { styles: [...styles] }),
    ...(workingDirectory !== undefined && { working_directory: workingDirectory }),
    ...(file !== undefined && { file }),
    ...(appendix !== undefined && { guides: [...appendix.guides] }),
    ...(images !== undefined && { images: [...images] }),
    ...(subagent !== undefined && { subagent }),
  };
}

/** The event that starts a call. */
export function startOfCall({ item }: OpenCall): Extract<EventDraft, { readonly type: "item.started" }> {
  return {
    type: "item.started",
    turn_id: item.turn_id,
    item: { ...item, status: "in_progress", content: [...item.content] },
  };
}

/** The event that completes a call. */
export function resultOf({ item, part }: OpenCall, outcome: ToolOutcome): EventDraft {
  return callResult(item, toResultPart(part, outcome), outcome.check);
}
