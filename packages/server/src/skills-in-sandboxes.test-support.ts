import { describe, expect, it } from "vitest";
import { ADMINISTRATOR } from "./administrator.ts";
import { agentIn, type SandboxKind } from "./agent-in-sandbox.test-support.ts";

const skill = (body: string) => ({
  files: [
    { path: "SKILL.md", content: `---\nname: greet\ndescription: Greets.\n---\n${body}\n` },
    { path: "greet.sh", content: "echo hello $1\n", executable: true },
  ],
});

export function describeSkills(kind: SandboxKind): void {
  describe(`skills in the ${kind} sandbox`, () => {
    it("are seen by the next command as they are then", async (context) => {
      const { service, workspaceId, call } = await agentIn(kind, context);
      const { skills, workspaces } = service;
      await skills.create(ADMINISTRATOR, skill("first"));
      await workspaces.putConfig(ADMINISTRATOR, workspaceId, { skills: ["greet"] });
      const run = (command: string) => call("bash", { command });
      const show =
        "ls /mnt/skills; tail -n 1 /mnt/skills/greet/SKILL.md; bash /mnt/skills/greet/greet.sh you";
      expect(await run(show)).toBe("greet\nfirst\nhello you");
      await skills.put(ADMINISTRATOR, "greet", skill("second"));
      expect(await run(show)).toBe("greet\nsecond\nhello you");
      expect(await run("echo x > /mnt/skills/greet/new")).toMatch(/read-only file system/i);
      await skills.delete(ADMINISTRATOR, "greet", { force: true });
      expect(await run("ls /mnt/skills")).toMatch(/No such file or directory/);
    });
  });
}
