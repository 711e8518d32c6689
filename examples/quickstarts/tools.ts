import { createAgentService, SCOPES, type Principal } from "@workspace-agent/core";
import { memoryStore, memoryVolumes } from "@workspace-agent/core/memory";
import type { ModelProvider } from "@workspace-agent/core/ports";
import { fromAiSdk, tool } from "@workspace-agent/core/tools";
import { interpreterSandbox } from "@workspace-agent/sandbox-interpreter";
import { tool as aiTool } from "ai";
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";

const add = tool({
  name: "add",
  description: "Adds two numbers.",
  parameters: z.object({ a: z.number(), b: z.number().default(1) }),
  run: ({ a, b }) => String(a + b),
});
const upper = tool({
  name: "upper",
  description: "Writes a text in capital letters.",
  parameters: v.object({ text: v.string() }),
  run: ({ text }) => text.toUpperCase(),
});
const repeat = tool({
  name: "repeat",
  description: "Repeats a text.",
  parameters: type({ text: "string", times: "1 <= number.integer <= 9" }),
  run: ({ text, times }) => text.repeat(times),
});
const weather = aiTool({
  description: "Forecasts the weather of a city.",
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => `Sunny in ${city}.`,
});

/** Stands for a model: calls each tool once, then says what they returned. */
const CALLS: readonly (readonly [name: string, input: object])[] = [
  ["add", { a: 41 }],
  ["upper", { text: "valibot" }],
  ["repeat", { text: "to", times: 2 }],
  ["weather", { city: "Oslo" }],
];
const usage = { input_tokens: 1, output_tokens: 1, cache_read_tokens: 0, cache_write_tokens: 0 };
const models: ModelProvider = {
  default: "scripted",
  resolve: () => ({
    reference: "scripted",
    context_window: 100_000,
    async *stream({ messages }) {
      const parts = messages.flatMap((message) => message.parts);
      const outputs = parts.flatMap((part) => (part.type === "tool_result" ? [part.output] : []));
      const [name, input] = CALLS[outputs.length] ?? [];
      if (name === undefined) {
        yield { type: "text-delta", block: "text", text: outputs.join(" ") };
        yield { type: "finish", reason: "stop", usage };
      } else {
        yield { type: "tool-call", block: "call", call_id: name, name, arguments: JSON.stringify(input) };
        yield { type: "finish", reason: "tool-calls", usage };
      }
    },
  }),
};

const service = createAgentService({
  store: memoryStore(),
  volumes: memoryVolumes(),
  sandbox: interpreterSandbox(),
  models,
  tools: [add, upper, repeat, ...fromAiSdk({ weather })],
});
await service.start();

const ada: Principal = { id: "ada", tenant: "engines", kind: "user", scopes: SCOPES, workspace_ids: null };
const { workspaces, chat } = service.as(ada);
const { id } = await workspaces.create({ name: "tools" });
const turn = await chat.send(id, { message: "Call your tools." });
const { status, final_message } = await chat.result(id, turn, { seconds: 60 });
console.log(`${status}: ${final_message}`);
await service.stop();
