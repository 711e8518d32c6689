import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import type { ModelRequest } from "@workspace-agent/core/ports";
import { toPrompt } from "./prompt.ts";

/** The tools that the messages have calls of: providers want them declared even when none may be called any more. */
function calledTools(request: ModelRequest): LanguageModelV4FunctionTool[] {
  const names = request.messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "tool_call" ? [part.name] : [])),
  );
  return [...new Set(names)]
    .sort()
    .map((name) => ({ type: "function", name, inputSchema: { type: "object" } }));
}

function tools(request: ModelRequest): Pick<LanguageModelV4CallOptions, "tools" | "toolChoice"> {
  if (request.tools.length === 0) {
    const called = calledTools(request);
    return called.length === 0 ? {} : { tools: called, toolChoice: { type: "none" } };
  }
  return {
    tools: request.tools.map(({ name, description, parameters }) => ({
      type: "function",
      name,
      description,
      inputSchema: parameters,
    })),
  };
}

/**
 * A request as the AI SDK takes it, with the messages from `from` on. Options are kept apart by provider, so each reads only its own: OpenAI stores nothing (its
 * encrypted reasoning is sent back instead) and routes its cache by the session.
 */
export function toCallOptions(
  request: ModelRequest,
  signal: AbortSignal,
  from = 0,
): LanguageModelV4CallOptions {
  return {
    prompt: toPrompt(request, from),
    ...tools(request),
    ...(request.max_output_tokens === undefined ? {} : { maxOutputTokens: request.max_output_tokens }),
    providerOptions: { openai: { store: false, promptCacheKey: request.session_id } },
    abortSignal: signal,
    // The AI SDK passes over calls without a name: only the chunks have them.
    includeRawChunks: true,
  };
}
