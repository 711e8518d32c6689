import type { CallerTool } from "../domain/workspaces/caller-tool.ts";
import { SUBMIT_OUTPUT } from "../domain/sessions/output-limits.ts";
import { tool } from "./make-tool.ts";
import { failure, type RunContext, type Tool, type ToolOutcome } from "./tool.ts";

function outcomeOf({ result }: RunContext): ToolOutcome {
  if (result === undefined) return failure("The caller gave no result.");
  return "error" in result ? failure(result.error) : { output: result.output };
}

/** A tool that the caller runs. Running it here gives the caller's result, so that it may be done again. */
function callerTool({ name, description, input_schema }: CallerTool): Tool {
  const made = tool({ name, description, parameters: input_schema, isReadOnly: true, run: () => "" });
  return { ...made, isOfCaller: true, run: async (_, context) => outcomeOf(context) };
}

/** The tools of the config and of the chat. The chat's replaces one of the same name; one that a newer version of the service has is left out. */
export function callerTools(
  ofConfig: readonly CallerTool[],
  ofChat: readonly CallerTool[],
  own: readonly Tool[],
): Tool[] {
  const byName = new Map([...ofConfig, ...ofChat].map((given) => [given.name, given]));
  for (const name of [...own.map((tool) => tool.name), SUBMIT_OUTPUT]) byName.delete(name);
  return [...byName.values()].map(callerTool);
}

/** For a call that a caller was asked to run: its result counts, whatever has the name by now. */
export const toolOfCall = (name: string): Tool =>
  callerTool({ name, description: "", input_schema: { type: "object" } });
