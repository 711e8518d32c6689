import { canonicalJson } from "../runtime/canonical-json.ts";
import type { JsonSchema } from "../runtime/json.ts";
import type { Question } from "../domain/sessions/request.ts";
import type { Subjects } from "../domain/workspaces/permissions.ts";
import { checkArguments, jsonSchemaOf, type ToolArguments, type ToolParameters } from "./tool-parameters.ts";
import { isOutcome, lastValue, textOf } from "./tool-result.ts";
import type { RunContext, Tool, ToolContext, ToolOutcome } from "./tool.ts";

type Flags = Pick<Tool, "isOneCommand" | "touchesFiles" | "needsApproval">;

export interface ToolDefinition<Parameters extends ToolParameters> extends Flags {
  /** 1 to 64 letters, digits, `_` and `-`. */
  readonly name: string;
  readonly description: string;
  /** A schema of zod, valibot, ArkType or another Standard Schema library. Or a JSON Schema, whose values the service does not check. */
  readonly parameters: Parameters;
  /** The JSON Schema for the model. Default: that of `parameters`. Required if their library has none. */
  readonly schema?: JsonSchema;
  /** Changes nothing outside of the log. Such calls may run side by side, and again after a power loss. Default false. */
  readonly isReadOnly?: boolean;
  /** What the patterns of permissions match: the command, or the resolved path. Default: the arguments as JSON with sorted keys. */
  subjects?(args: ToolArguments<Parameters>, workingDirectory: string): Subjects;
  /** The absolute path of the file that a call replaces. An approval is valid only for its current content. May throw `invalid_path`. */
  replaces?(args: ToolArguments<Parameters>, workingDirectory: string): string;
  /** Questions for a person before the tool runs. The answers are in `answers` of its context. */
  questions?(args: ToolArguments<Parameters>): readonly Question[];
  /**
   * Returns a string, a value that becomes JSON, or a `ToolOutcome`; or an async iterable of them, such as a generator, whose last value is
   * the result. Readers of the session see each value as it comes. A `ToolError` is a result with its message; other errors are logged,
   * and the model receives only that the tool failed.
   */
  run(args: ToolArguments<Parameters>, context: ToolContext): unknown;
}

const noOne = () => {};

/** Makes a tool of the agent. Throws an `Error` for parameters without a JSON Schema of an object. */
export function tool<const Parameters extends ToolParameters>(definition: ToolDefinition<Parameters>): Tool {
  const { parameters, schema, ...rest } = definition;
  return {
    ...rest,
    schema: schema ?? jsonSchemaOf(parameters, definition.name),
    isReadOnly: definition.isReadOnly ?? false,
    check: (value) => checkArguments(parameters, value),
    subjects(args: ToolArguments<Parameters>, workingDirectory) {
      return definition.subjects?.(args, workingDirectory) ?? { names: [canonicalJson(args as object)] };
    },
    async run(args: ToolArguments<Parameters>, context: RunContext): Promise<ToolOutcome> {
      const value = await lastValue(definition.run(args, context), context.show ?? noOne, context.signal);
      return isOutcome(value) ? value : { output: textOf(value) };
    },
  };
}
