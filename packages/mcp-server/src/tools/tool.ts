import { validateBody } from "@workspace-agent/core/internal";
import type { RateLimitName, McpCall } from "@workspace-agent/core";
import type { OperationAccess } from "@workspace-agent/core/schemas";
import type * as v from "valibot";

export interface Progress {
  /** Increases with each report, up to `total`. */
  readonly progress: number;
  readonly total: number;
  /** For people. */
  readonly message: string;
}

/** A tool call in progress. */
export interface ToolRun {
  readonly call: McpCall;
  /** Aborts when nobody waits for the result. */
  readonly signal: AbortSignal;
  /** Reports progress; null if the caller did not request it. */
  readonly report: ((progress: Progress) => Promise<void>) | null;
}

interface ToolFacts {
  readonly name: string;
  readonly title: string;
  /** For the model that chooses the tool. */
  readonly description: string;
  /** That of the operation which it calls, and the rate limit (null: none) of the route that does the same. */
  readonly access: OperationAccess;
  readonly rateLimit: RateLimitName | null;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    /** It affects more than this service. */
    readonly openWorldHint: boolean;
  };
}

interface ToolDefinition<Input, Output extends object> extends ToolFacts {
  readonly input: v.GenericSchema<unknown, Input>;
  readonly output: v.GenericSchema<unknown, Output>;
  /** Throws a `DomainError` for errors that the caller can fix. */
  run(input: Input, run: ToolRun): Promise<Output>;
}

export interface McpTool extends ToolFacts {
  readonly input: v.GenericSchema;
  readonly output: v.GenericSchema;
  /** Validates the arguments: `invalid_request` names each invalid one. */
  run(given: unknown, run: ToolRun): Promise<object>;
}

export function defineTool<Input, Output extends object>(definition: ToolDefinition<Input, Output>): McpTool {
  return {
    ...definition,
    run: async (given, run) => await definition.run(validateBody(definition.input, given), run),
  };
}

/** The hints of a tool that changes nothing. */
export const READ_ONLY = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;
