import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import type { ModelRequest } from "@workspace-agent/core/ports";
import { toPrompt } from "./prompt.ts";

/** The tools that the messages call. Providers require their declaration even if the model may call none of them. */
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

/** The provider's JSON mode. Whether the answer meets the schema is checked by the caller, so that providers may take the schema as a hint. */
function responseFormat({ output }: ModelRequest): Pick<LanguageModelV4CallOptions, "responseFormat"> {
  return output === undefined ? {} : { responseFormat: { type: "json", name: "output", schema: output } };
}

/**
 * The call options for a request, with its messages from `from` on. Each provider reads only its own options: OpenAI stores nothing (its
 * encrypted reasoning is sent back instead) and routes its cache by session.
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
    ...responseFormat(request),
    providerOptions: {
      openai: {
        store: false,
        promptCacheKey: request.caller.sessionId,
        // OpenAI's strict mode refuses most schemas.
        ...(request.output !== undefined && { strictJsonSchema: false }),
      },
    },
    abortSignal: signal,
    // The AI SDK drops calls without a name. Only the raw chunks hold them.
    includeRawChunks: true,
  };
}
