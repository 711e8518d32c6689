import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface ScriptedOpenAi {
  /** The settings of a server that uses it. */
  readonly settings: { readonly MODEL: string; readonly OPENAI_COMPATIBLE_BASE_URL: string };
  /** The `Authorization` headers that came. */
  readonly authorizations: Set<string>;
}

interface ChatRequest {
  readonly messages: readonly { readonly role: string }[];
}

export interface ScriptedCall {
  readonly name: string;
  readonly arguments: object;
}

const appendStep = (step: number): ScriptedCall => ({
  name: "bash",
  arguments: { command: `echo step ${step} >> steps.txt` },
});

function chunksFor(step: number, count: number, callOf: typeof appendStep): object[] {
  const usage = { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 };
  if (step > count) {
    return [
      { choices: [{ index: 0, delta: { content: "All is done." } }] },
      { choices: [{ index: 0, delta: {}, finish_reason: "stop" }], usage },
    ];
  }
  const { name, arguments: given } = callOf(step);
  const call = {
    index: 0,
    id: `call_${step}`,
    type: "function",
    function: { name, arguments: JSON.stringify(given) },
  };
  return [
    { choices: [{ index: 0, delta: { role: "assistant", content: `Step ${step}.` } }] },
    { choices: [{ index: 0, delta: { tool_calls: [call] } }] },
    { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }], usage },
  ];
}

/** A Chat Completions server that makes so many calls, one for each request, and then ends. It is closed when the test has finished. */
export async function scriptedOpenAi(count: number, callOf = appendStep): Promise<ScriptedOpenAi> {
  const authorizations = new Set<string>();
  const server = createServer((request, response) => {
    authorizations.add(request.headers.authorization ?? "");
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const { messages } = JSON.parse(body) as ChatRequest;
      const step = messages.filter(({ role }) => role === "tool").length + 1;
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const chunk of chunksFor(step, count, callOf)) {
        response.write(
          `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "x", ...chunk })}\n\n`,
        );
      }
      response.end("data: [DONE]\n\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    settings: { MODEL: "openai-compatible/scripted", OPENAI_COMPATIBLE_BASE_URL: url },
    authorizations,
  };
}
