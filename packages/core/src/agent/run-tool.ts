import * as v from "valibot";
import { DomainError } from "../errors/domain-error.ts";
import type { ToolCallPart, ToolResultPart } from "../sessions/content.ts";
import type { ConfigInput } from "../workspaces/config.ts";
import { permissionOf } from "./permissions.ts";
import { cleanText } from "./text.ts";
import { failure, type Tool, type ToolContext, type ToolOutcome } from "./tool.ts";
import { truncateOutput } from "./truncate-output.ts";

/** A call that was looked at before anything runs: a tool with checked arguments, or why it cannot run. */
export type PreparedCall =
  | {
      readonly type: "ready";
      readonly tool: Tool;
      readonly args: unknown;
      /** Asked again when the call is run: a call before it may have changed the directory. */
      readonly permissions: ConfigInput["permissions"];
    }
  | {
      readonly type: "refused";
      readonly outcome: ToolOutcome;
      /** The model wrote something that is no call at all. */ readonly isMalformed: boolean;
    };

const malformed = (output: string): PreparedCall => ({
  type: "refused",
  outcome: failure(output),
  isMalformed: true,
});

/** Why the permissions do not let a call run, or null. */
function refusalOf(
  { tool, args, permissions }: PreparedCall & { readonly type: "ready" },
  workingDirectory: string,
): ToolOutcome | null {
  const permission = permissionOf(permissions, tool.name, tool.subjects(args, workingDirectory));
  return permission === "allow"
    ? null
    : failure("The workspace's permissions do not allow this call. Find another way, or say what you need.");
}

/** Finds the tool, checks the arguments and asks the permissions. Never throws. */
export function prepareCall(
  part: ToolCallPart,
  tools: ReadonlyMap<string, Tool>,
  permissions: ConfigInput["permissions"],
  workingDirectory = "/workspace",
): PreparedCall {
  try {
    return checkCall(part, tools, permissions, workingDirectory);
  } catch (error) {
    if (DomainError.isInstance(error))
      return { type: "refused", outcome: failure(error.detail), isMalformed: false };
    return malformed("The arguments could not be understood. Write them another way.");
  }
}

function checkCall(
  part: ToolCallPart,
  tools: ReadonlyMap<string, Tool>,
  permissions: ConfigInput["permissions"],
  workingDirectory: string,
): PreparedCall {
  const tool = tools.get(part.name);
  if (tool === undefined)
    return malformed(`There is no tool named ${part.name}. The tools are ${[...tools.keys()].join(", ")}.`);
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
  const call = { type: "ready", tool, args: parsed.output, permissions } as const;
  const refusal = refusalOf(call, workingDirectory);
  return refusal === null ? call : { type: "refused", outcome: refusal, isMalformed: false };
}

/** Runs a prepared call. Throws only `sandbox_unavailable` and what is no error of the call. */
export async function runCall(call: PreparedCall, context: ToolContext): Promise<ToolOutcome> {
  if (call.type === "refused") return call.outcome;
  try {
    return refusalOf(call, context.workingDirectory) ?? (await call.tool.run(call.args, context));
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
  { dropped = 0, workingDirectory, ...outcome }: ToolOutcome,
  redact: (text: string) => string = (text) => text,
): ToolOutcome {
  const { text, truncated } = truncateOutput(redact(cleanText(outcome.output)), dropped);
  const keepsDirectory = workingDirectory !== undefined && redact(workingDirectory) === workingDirectory;
  return {
    ...outcome,
    output: text,
    truncated: truncated || (outcome.truncated ?? false),
    ...(keepsDirectory && { workingDirectory }),
  };
}

/** What the log keeps of an outcome. */
export function toResultPart(part: ToolCallPart, outcome: ToolOutcome): ToolResultPart {
  const { output, isError = false, truncated = false, workingDirectory } = finishOutput(outcome);
  return {
    type: "tool_result",
    call_id: part.call_id,
    name: part.name,
    output,
    is_error: isError,
    truncated,
    ...(workingDirectory !== undefined && { working_directory: workingDirectory }),
  };
}
