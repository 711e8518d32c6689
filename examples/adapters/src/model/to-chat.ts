import type { ModelRequest, PromptMessage } from "@workspace-agent/core/ports";

type ChatMessage = Readonly<Record<string, unknown>>;

/** One message of a prompt as messages of the chat API: each result of a tool is a message there. */
function toMessages({ role, parts }: PromptMessage): ChatMessage[] {
  const results = parts.flatMap((part) =>
    part.type === "tool_result" ? [{ role: "tool", tool_call_id: part.call_id, content: part.output }] : [],
  );
  if (role === "tool") return results;
  const content = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const tool_calls = parts.flatMap((part) =>
    part.type === "tool_call"
      ? [
          {
            id: part.call_id,
            type: "function",
            function: { name: part.name, arguments: JSON.stringify(part.arguments) },
          },
        ]
      : [],
  );
  return [{ role, content, ...(tool_calls.length > 0 && { tool_calls }) }];
}

/** The body of a request of the chat API. */
export function toChat(model: string, request: ModelRequest): Readonly<Record<string, unknown>> {
  const { system, messages, tools, max_output_tokens } = request;
  return {
    model,
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: "system", content: system }, ...messages.flatMap(toMessages)],
    ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: "function", function: tool })) }),
    ...(max_output_tokens !== undefined && { max_tokens: max_output_tokens }),
  };
}
