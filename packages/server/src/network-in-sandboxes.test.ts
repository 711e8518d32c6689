import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgentService, DomainError } from "@workspace-agent/core";
import { memoryStore } from "@workspace-agent/core/memory";
import { scriptedModels } from "@workspace-agent/core/testing";
import { localSandbox } from "@workspace-agent/sandbox-local";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { expect, it, onTestFinished } from "vitest";
import { ADMINISTRATOR } from "./administrator.ts";

const ask = (host: string) =>
  `exec 3<>/dev/tcp/127.0.0.1/3128; printf 'CONNECT ${host}:443 HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n' >&3; head -n 1 <&3`;

it("an agent sees which hosts it may reach, and which of its connections were refused", async ({ skip }) => {
  const dir = await mkdtemp(join(tmpdir(), "network-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const commands = [ask("other.example"), "echo quiet", `(${ask("third.example")}) & wait`];
  let calls = 0;
  const models = scriptedModels(() => {
    const command = commands[calls++];
    return command === undefined
      ? { text: "Done." }
      : { toolCalls: [{ name: "bash", arguments: { command } }] };
  });
  const service = createAgentService({
    store: memoryStore(),
    volumes: folderVolumes({ dir: join(dir, "files"), durable: false }),
    sandbox: localSandbox({ dir: join(dir, "sandboxes") }),
    models,
    policy: { network: ["none", "allow"] },
  });
  onTestFinished(() => service.stop({ graceMs: 1_000 }));
  const failed = await service.start().then(
    async () => (await service.instance.readiness()).checks.sandbox ?? null,
    (error: unknown) => (DomainError.isInstance(error) ? error.detail : Promise.reject(error as Error)),
  );
  if (failed !== null) {
    console.warn(`\nSKIPPED: the network of an agent, since ${failed}\n`);
    return skip();
  }
  const create = (network: "open" | { allow: string[] }) =>
    service.workspaces.create(ADMINISTRATOR, { name: "w", config: { sandbox: { network } } });
  await expect(create("open")).rejects.toMatchObject({ code: "not_allowed" });
  const { id } = await create({ allow: ["example.com"] });
  const turn = await service.chat.send(ADMINISTRATOR, id, { message: "go", source: "api", on_busy: "queue" });
  const { messages } = await service.chat.result(ADMINISTRATOR, id, turn, { seconds: 30 });
  const [system = ""] = models.requests.map((request) => request.system);
  expect(system).toContain("to these hosts only: example.com. Nothing else gets out");
  const refused = (host: string) =>
    `HTTP/1.1 403 Forbidden\r\n[network: ${host} port 443 refused: not in the workspace's list of hosts]`;
  const results = messages.filter(({ role }) => role === "tool").map(({ content }) => content);
  expect(results.map((text) => text.replaceAll("\r", ""))).toEqual(
    [refused("other.example"), "quiet", refused("third.example")].map((text) => text.replaceAll("\r", "")),
  );
  expect(service.metrics.text()).toContain("\nworkspace_agent_egress_refused_total 2\n");
});
