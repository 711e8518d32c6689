import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

export interface ScriptedModel {
  readonly port: number;
  /** The number of requests. */
  requests(): number;
  close(): Promise<void>;
}

export interface Script {
  /** The command of a step, counted from 1 since the last message that names a session; null: the turn is done. */
  readonly command: (session: string, step: number) => string | null;
  /** How long an answer takes, in milliseconds. */
  readonly delayMs?: number;
  /** No answer begins before this. */
  readonly opened?: Promise<unknown>;
}

interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

const chunk = (fields: object) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", ...fields })}\n\n`;

function answerOf({ messages }: ChatRequest, { command }: Script): string {
  const names = messages.map(({ role, content }) =>
    role === "user" ? /This is session (\w+)/.exec(JSON.stringify(content))?.[1] : undefined,
  );
  const last = names.findLastIndex((name) => name !== undefined);
  const session = names[last] ?? "none";
  const step = messages.slice(last + 1).filter(({ role }) => role === "tool").length + 1;
  const usage = { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 };
  const next = command(session, step);
  const end = (finish_reason: string) =>
    chunk({ choices: [{ index: 0, delta: {}, finish_reason }], usage }) + "data: [DONE]\n\n";
  if (next === null)
    return chunk({ choices: [{ index: 0, delta: { content: "All is done." } }] }) + end("stop");
  const call = {
    index: 0,
    id: `call_${step}`,
    type: "function",
    function: { name: "bash", arguments: JSON.stringify({ command: next }) },
  };
  return (
    chunk({ choices: [{ index: 0, delta: { role: "assistant", tool_calls: [call] } }] }) + end("tool_calls")
  );
}

/**
 * OpenAI's Chat Completions on this machine. The request alone decides the answer, so that a repeated request gets the same one:
 * the step is one more than the number of results in the request.
 */
export async function scriptedModel(script: Script, host = "127.0.0.1"): Promise<ScriptedModel> {
  let requests = 0;
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    response.on("error", () => {});
    requests += 1;
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      void Promise.all([pause(script.delayMs ?? 0), script.opened]).then(() => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(answerOf(JSON.parse(body) as ChatRequest, script));
      });
    });
  });
  server.listen(0, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    requests: () => requests,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
