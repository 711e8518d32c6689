import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { describeModelContract, testCaller, type ModelBehavior } from "@workspace-agent/core/testing";
import { expect, it, onTestFinished } from "vitest";
import { chatModels } from "./chat-models.ts";

const say = (content: string, finish_reason: string | null = null) => ({
  choices: [{ delta: { content }, finish_reason }],
});
const call = (given: object, id?: string) => ({
  choices: [
    { delta: { tool_calls: [{ index: 0, ...(id && { id }), function: given }] }, finish_reason: null },
  ],
});
const USAGE = { choices: [], usage: { prompt_tokens: 10, completion_tokens: 3 } };
const END = "[DONE]";

/** What the service streams; null: it says nothing more, and does not end. */
const STREAMS: Readonly<Partial<Record<ModelBehavior, readonly unknown[]>>> = {
  text: [say("Hello"), say(", world", "stop"), USAGE, END],
  tool_call: [
    call({ name: "lookup", arguments: '{"q"' }, "c1"),
    call({ arguments: ':"x"}' }),
    say("", "tool_calls"),
    USAGE,
    END,
  ],
  silent: [say("Hello"), null],
  cut: [say("Hello")],
};

const FAILURES: Readonly<Partial<Record<ModelBehavior, (response: ServerResponse) => void>>> = {
  unauthorized: (response) => response.writeHead(401).end(),
  rate_limited: (response) => response.writeHead(429, { "retry-after": "7" }).end(),
  too_long: (response) => response.writeHead(400).end('{"error":{"code":"context_length_exceeded"}}'),
};

async function fakeService(behavior: ModelBehavior) {
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      bodies.push(body);
      const fail = FAILURES[behavior];
      if (fail !== undefined) {
        fail(response);
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const each of STREAMS[behavior] ?? []) {
        if (each === null) return;
        response.write(`data: ${typeof each === "string" ? each : JSON.stringify(each)}\n\n`);
      }
      response.end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    bodies,
    provider: chatModels({ url, apiKey: "key", models: ["small"] }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

describeModelContract("a chat API", fakeService);

it("sends the prompt with its calls and results", async () => {
  const { bodies, provider, close } = await fakeService("text");
  onTestFinished(close);
  const stream = provider.resolve("chat/small", { tenant: "default" })?.stream(
    {
      system: "S",
      messages: [
        { role: "user", parts: [{ type: "text", text: "U" }] },
        { role: "assistant", parts: [{ type: "tool_call", call_id: "c", name: "t", arguments: { a: 1 } }] },
        {
          role: "tool",
          parts: [{ type: "tool_result", call_id: "c", name: "t", output: "R", is_error: false }],
        },
      ],
      tools: [],
      caller: testCaller(),
    },
    { signal: new AbortController().signal },
  );
  for await (const { type } of stream ?? []) expect(type).not.toBe("tool-call");
  expect(bodies[0]).toMatchObject({
    model: "small",
    messages: [
      { role: "system", content: "S" },
      { role: "user", content: "U" },
      { role: "assistant", tool_calls: [{ id: "c", function: { name: "t", arguments: '{"a":1}' } }] },
      { role: "tool", tool_call_id: "c", content: "R" },
    ],
  });
});
