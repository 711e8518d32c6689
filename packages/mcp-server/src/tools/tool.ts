import { validateBody } from "@workspace-agent/core/internal";
import type { RateLimitName } from "@workspace-agent/core";
import type { RequiredScope } from "@workspace-agent/core/schemas";
import type * as v from "valibot";
import type { McpCall } from "../mcp-call.ts";

export interface Progress {
  /** Grows with each report, up to `total`. */
  readonly progress: number;
  readonly total: number;
  /** For people. */
  readonly message: string;
}

/** One call of a tool on its way to its result. */
export interface ToolRun {
  readonly call: McpCall;
  /** Aborts when nobody waits for the result any more. */
  readonly signal: AbortSignal;
  /** Tells how far it is; null: the caller did not ask. */
  readonly report: ((progress: Progress) => Promise<void>) | null;
}

interface ToolFacts {
  readonly name: string;
  readonly title: string;
  /** For the model that chooses it. */
  readonly description: string;
  /** What a credential has to have, and what a call counts against (null: nothing), as for the route that does the same. */
  readonly scope: RequiredScope;
  readonly rateLimit: RateLimitName | null;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    /** It acts on more than this service. */
    readonly openWorldHint: boolean;
  };
}

interface ToolDefinition<Input, Output extends object> extends ToolFacts {
  readonly input: v.GenericSchema<unknown, Input>;
  readonly output: v.GenericSchema<unknown, Output>;
  /** Throws a `DomainError` for what the caller can fix. */
  run(input: Input, run: ToolRun): Promise<Output>;
}

export interface McpTool extends ToolFacts {
  readonly input: v.GenericSchema;
  readonly output: v.GenericSchema;
  /** With arguments as they came: `invalid_request` names each that is wrong. */
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
