import type { ModelRequest } from "../../ports/model.ts";
import type { SessionEvent } from "../../domain/sessions/event.ts";
import { scriptedModels, type ModelScript, type ScriptedModels } from "../../testing/index.ts";
import { bash, testHost, type TestHost, type TestHostOptions } from "../../test-host.test-support.ts";
import { estimatePart } from "./estimate-tokens.ts";
import { overheadOf } from "./token-budget.ts";

export type ContextCompacted = Extract<SessionEvent, { type: "context.compacted" }>;

export const isSummaryCall = ({ system }: ModelRequest) => system.startsWith("You summarize");

/** A step that runs a command; no two are the same. */
export const command = (index: number) => ({
  text: `step ${index}`,
  toolCalls: [bash(`look ${index}`)],
});

/** About as many tokens of words. */
export const words = (tokens: number) => "some words ".repeat(Math.ceil(tokens / 2.75)).trim();

interface SmallHost extends TestHost, AsyncDisposable {
  readonly models: ScriptedModels;
  compactions(sessionId: string): Promise<readonly ContextCompacted[]>;
}

/** A service whose model has a window of `window` tokens. */
export async function smallHost(
  window: number,
  script: ModelScript,
  options: Omit<TestHostOptions, "script"> = {},
): Promise<SmallHost> {
  const models = scriptedModels(script, { contextWindow: window });
  const host = await testHost({ ...options, script: [], service: { models, ...options.service } });
  return {
    ...host,
    [Symbol.asyncDispose]: host[Symbol.asyncDispose],
    models,
    async compactions(sessionId) {
      const events = await host.events(sessionId);
      return events.filter((event) => event.type === "context.compacted");
    },
  };
}

export const textsOf = ({ messages }: ModelRequest) =>
  messages.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.type === "text" ? [part.text] : part.type === "tool_result" ? [part.output] : [],
    ),
  );

/** About how many tokens a request has in all. */
export function sizeOf({ system, messages, tools }: ModelRequest): number {
  const parts = messages.flatMap((message) => message.parts);
  return overheadOf(system, tools) + parts.reduce((sum, part) => sum + estimatePart(part), 0);
}
