import { createAgentService, SCOPES, type Message, type Principal } from "@workspace-agent/core";
import type { Model } from "@workspace-agent/core/ports";
import { memoryStore, memoryVolumes } from "@workspace-agent/core/memory";
import { scriptedSandboxes } from "@workspace-agent/core/testing";
import { onTestFinished } from "vitest";

const admin: Principal = {
  id: "admin",
  tenant: "default",
  kind: "user",
  scopes: SCOPES,
  workspace_ids: null,
};

/** Hands a message to a service that has this one model, and gives the turn's result and all of its events. */
export async function turnWith(model: Model) {
  const service = createAgentService({
    store: memoryStore(),
    volumes: memoryVolumes(),
    sandbox: scriptedSandboxes(),
    models: { default: model.reference, resolve: () => model },
    random: () => 0,
  });
  await service.start();
  onTestFinished(() => service.stop({ graceMs: 100 }));
  const { id } = await service.workspaces.create(admin, { name: "recorded" });
  const accepted = await service.chat.send(admin, id, { message: "go", source: "api", on_busy: "queue" });
  const result = await service.chat.result(admin, id, accepted, { seconds: 30 });
  return { result, parts: result.messages.flatMap((message: Message) => message.parts) };
}
