import { createAgentService, rehearsalModels, SCOPES, type Principal } from "@workspace-agent/core";
import { memoryObjects, memoryStore } from "@workspace-agent/core/memory";
import { interpreterSandbox } from "@workspace-agent/sandbox-interpreter";
import { memoryHeads } from "./heads.ts";
import { objectVolumes } from "./object-volumes.ts";

const me: Principal = { id: "me", tenant: "default", kind: "user", scopes: SCOPES, workspace_ids: null };
const volumes = objectVolumes(memoryObjects(), memoryHeads(), "my-bucket");
const ports = { store: memoryStore(), volumes, sandbox: interpreterSandbox(), models: rehearsalModels() };
const service = createAgentService(ports);
await service.start();
const { workspaces, chat } = service.as(me);
const { id } = await workspaces.create({ name: "notes" });
const turn = await chat.send(id, { message: "~~~file:a.txt\nHello\n~~~\n~~~sh\ncat a.txt\n~~~" });
export const result = await chat.result(id, turn, { seconds: 60 });
console.log(result.status, result.final_message);
await service.stop();
