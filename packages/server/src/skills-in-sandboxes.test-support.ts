import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createAgentService,
  DomainError,
  rehearsalModels,
  type AgentService,
  type SandboxProvider,
} from "@workspace-agent/core";
import { memoryStore } from "@workspace-agent/core/memory";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { describe, expect, it, onTestFinished } from "vitest";
import { ADMINISTRATOR } from "./administrator.ts";

const skill = (body: string) => ({
  files: [
    { path: "SKILL.md", content: `---\nname: greet\ndescription: Greets.\n---\n${body}\n` },
    { path: "greet.sh", content: "echo hello $1\n", executable: true },
  ],
});

/** A service of its own, or null with the reason where the sandbox cannot be had here. */
async function startedWith(makeSandbox: (dir: string) => SandboxProvider): Promise<AgentService | string> {
  const dir = await mkdtemp(join(tmpdir(), "skills-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const service = createAgentService({
    store: memoryStore(),
    volumes: folderVolumes({ dir: join(dir, "files"), durable: false }),
    sandbox: makeSandbox(dir),
    models: rehearsalModels(),
  });
  onTestFinished(() => service.stop({ graceMs: 1_000 }));
  await service.start();
  const { checks } = await service.instance.readiness();
  return checks.sandbox ?? service;
}

async function run(service: AgentService, workspaceId: string, command: string): Promise<string> {
  const message = `\`\`\`sh\n${command}\n\`\`\``;
  const turn = await service.chat.send(ADMINISTRATOR, workspaceId, {
    message,
    source: "api",
    on_busy: "queue",
  });
  const { messages } = await service.chat.result(ADMINISTRATOR, workspaceId, turn, { seconds: 20 });
  return messages.find(({ role }) => role === "tool")?.content ?? "";
}

export function describeSkills(kind: string, makeSandbox: (dir: string) => SandboxProvider): void {
  describe(`skills in the ${kind} sandbox`, () => {
    it("are seen by the next command as they are then", async ({ skip }) => {
      const service = await startedWith(makeSandbox).catch((error: unknown) => {
        if (DomainError.isInstance(error)) return error.detail;
        throw error;
      });
      if (typeof service === "string") {
        console.warn(`\nSKIPPED: skills in the ${kind} sandbox, since ${service}\n`);
        return skip();
      }
      const { skills, workspaces } = service;
      await skills.create(ADMINISTRATOR, skill("first"));
      const { id } = await workspaces.create(ADMINISTRATOR, { name: "w", config: { skills: ["greet"] } });
      const show =
        "ls /mnt/skills; tail -n 1 /mnt/skills/greet/SKILL.md; bash /mnt/skills/greet/greet.sh you";
      expect(await run(service, id, show)).toBe("greet\nfirst\nhello you");
      await skills.put(ADMINISTRATOR, "greet", skill("second"));
      expect(await run(service, id, show)).toBe("greet\nsecond\nhello you");
      expect(await run(service, id, "echo x > /mnt/skills/greet/new")).toMatch(/read-only file system/i);
      await skills.delete(ADMINISTRATOR, "greet", { force: true });
      expect(await run(service, id, "ls /mnt/skills")).toMatch(/No such file or directory/);
    });
  });
}
