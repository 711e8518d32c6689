import type { McpServer } from "@modelcontextprotocol/server";
import { fillPrompt } from "@workspace-agent/core/internal";
import { MAX_MESSAGE_BYTES } from "@workspace-agent/core/schemas";
import type { Prompt, McpCall } from "@workspace-agent/core";
import { readLibrary } from "../errors.ts";

/** Serves the prompts of the library, newest first. Their placeholders are required arguments. */
export function servePrompts({ server }: McpServer, call: McpCall): void {
  const { principal, service } = call;
  server.registerCapabilities({ prompts: {} });

  server.setRequestHandler(
    "prompts/list",
    async ({ params }) =>
      await readLibrary(call, async () => {
        const page = await service.prompts.list(principal, { cursor: params?.cursor });
        return {
          prompts: page.items.map(listed),
          ...(page.next === null ? {} : { nextCursor: page.next }),
        };
      }),
  );

  server.setRequestHandler(
    "prompts/get",
    async ({ params }) =>
      await readLibrary(call, async () => {
        const { item } = await service.prompts.get(principal, params.name);
        const text = fillPrompt(item.content, params.arguments ?? {}, MAX_MESSAGE_BYTES);
        return {
          description: item.description,
          messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
        };
      }),
  );
}

function listed({ name, description, arguments: names }: Prompt) {
  return {
    name,
    ...(description === "" ? {} : { description }),
    ...(names.length === 0 ? {} : { arguments: names.map((each) => ({ name: each, required: true })) }),
  };
}
