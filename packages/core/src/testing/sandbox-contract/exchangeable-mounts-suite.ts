import { describe, expect, it } from "vitest";
import type { Sandbox, SandboxMount } from "../../ports/sandbox.ts";
import type { Volume } from "../../ports/volume.ts";
import { beats, bytes, codeOf, eventually, growth, isThere, start, unique, type Given } from "./given.ts";

const exchangeable = (name: string, volume: Volume): SandboxMount => ({
  target: `/mnt/skills/${name}`,
  volume,
  access: "read",
  isExchangeable: true,
});

export function exchangeableMountsSuite({ made, aGiven }: Given): void {
  const tenant = unique("tenant");

  /** A volume as skills have it. */
  function sealed(text: string): Promise<Volume> {
    return made().volumes.sealed(tenant, unique("k").replace("_", ""), async (volume) => {
      await volume.write("SKILL.md", bytes(text));
      await volume.write("scripts/run.sh", bytes("echo ran with $1\n"), { mode: 0o755 });
    });
  }

  async function aPlaceToExchange() {
    const place = await aGiven({ mounts: [] });
    const files = await made().volumes.workspace(place.workspaceId);
    const lasting: SandboxMount = { target: "/workspace", volume: files, access: "write" };
    const openWith = (...mounts: readonly SandboxMount[]): Promise<Sandbox> =>
      made().provider.open({ ...place.spec, mounts: [lasting, ...mounts] });
    return { ...place, files, openWith };
  }

  const outputOf = async (sandbox: Sandbox, command: string) => (await sandbox.run({ command })).stdout;

  describe("exchangeable mounts", () => {
    it("are seen beside one another, in a folder that lists them", async () => {
      const { openWith } = await aPlaceToExchange();
      const sandbox = await openWith(
        exchangeable("one", await sealed("# One\n")),
        exchangeable("two-2", await sealed("# Two\n")),
      );
      expect(await outputOf(sandbox, "ls /mnt/skills; cat /mnt/skills/*/SKILL.md")).toBe(
        "one\ntwo-2\n# One\n# Two\n",
      );
      expect(await outputOf(sandbox, "cd /mnt/skills/one && bash scripts/run.sh this")).toBe(
        "ran with this\n",
      );
      expect(await outputOf(sandbox, "find /mnt/skills -name run.sh | sort")).toBe(
        "/mnt/skills/one/scripts/run.sh\n/mnt/skills/two-2/scripts/run.sh\n",
      );
      expect(await sandbox.readTextFile({ path: "/mnt/skills/two-2/SKILL.md" })).toBe("# Two\n");
      expect(await sandbox.stat({ path: "/mnt/skills" })).toMatchObject({ type: "directory" });
    });

    it("may be many", async () => {
      const { openWith } = await aPlaceToExchange();
      const volume = await sealed("x");
      const sandbox = await openWith(
        ...Array.from({ length: 100 }, (_, index) => exchangeable(`s${index}`, volume)),
      );
      expect((await outputOf(sandbox, "cat /mnt/skills/s*/SKILL.md | wc -c")).trim()).toBe("100");
    });

    it("come, change and go between commands, without the place being replaced", async () => {
      const place = await aPlaceToExchange();
      const { openWith } = place;
      const before = await openWith();
      await before.run({ command: "echo kept > /tmp/f" });
      const show = "cat /tmp/f /mnt/skills/*/SKILL.md 2> /dev/null";
      expect(await outputOf(before, show)).toBe("kept\n");
      const first = exchangeable("one", await sealed("first\n"));
      const second = exchangeable("one", await sealed("second\n"));
      const withFirst = await openWith(first);
      expect(await outputOf(withFirst, show)).toBe("kept\nfirst\n");
      expect(await outputOf(await openWith(second), show)).toBe("kept\nsecond\n");
      expect(await outputOf(withFirst, show)).toBe("kept\nfirst\n");
      expect(await outputOf(await openWith(), show)).toBe("kept\n");
    });

    it("end no command when they change", async () => {
      const place = await aPlaceToExchange();
      const { openWith, files } = place;
      const sandbox = await openWith(exchangeable("one", await sealed("first\n")));
      const { process, ended } = start(sandbox, { command: beats("beats"), group: "beating" });
      await eventually("the command runs", () => isThere(files, "beats"));
      const changed = await openWith(exchangeable("one", await sealed("second\n")));
      await growth(place, ["beats"]);
      await changed.killGroup("beating");
      expect(await ended).toEqual({ exitCode: 137 });
      await process;
    });

    it("cannot be written to, nor beside them", async () => {
      const { openWith } = await aPlaceToExchange();
      const volume = await sealed("# One\n");
      const sandbox = await openWith(exchangeable("one", volume));
      const attempts = [
        "echo x > /mnt/skills/one/new",
        "echo x >> /mnt/skills/one/SKILL.md",
        "rm /mnt/skills/one/SKILL.md",
        "mkdir /mnt/skills/one/dir",
        "echo x > /mnt/skills/new",
        "mkdir /mnt/skills/new",
        "mv /mnt/skills/one /mnt/skills/two",
        "cp /mnt/skills/one/SKILL.md /mnt/skills/copy",
      ];
      for (const command of attempts) {
        const { exitCode, stderr } = await sandbox.run({ command });
        expect({ command, failed: exitCode !== 0, said: stderr !== "" }).toEqual({
          command,
          failed: true,
          said: true,
        });
      }
      expect(await outputOf(sandbox, "ls /mnt/skills; cat /mnt/skills/one/SKILL.md")).toBe("one\n# One\n");
      for (const path of ["/mnt/skills/one/SKILL.md", "/mnt/skills/new"])
        expect(await codeOf(sandbox.writeTextFile({ path, content: "x" }))).toBe("not_allowed");
      const { entries } = await volume.list("", { recursive: true });
      expect(entries.map(({ path }) => path)).toEqual(["SKILL.md", "scripts", "scripts/run.sh"]);
    });

    it("leave no folder where there are none", async () => {
      const { openWith } = await aPlaceToExchange();
      const sandbox = await openWith();
      expect((await sandbox.run({ command: "ls /mnt/skills" })).exitCode).not.toBe(0);
    });

    it("are left out where their volume is gone", async () => {
      const { openWith } = await aPlaceToExchange();
      const mount = exchangeable("gone", await made().volumes.sealed(tenant, "gone", async () => {}));
      const sandbox = await openWith(mount, exchangeable("one", await sealed("# One\n")));
      await made().volumes.removeSealed(tenant, "gone");
      expect(await outputOf(sandbox, "cat /mnt/skills/*/SKILL.md")).toBe("# One\n");
      expect((await sandbox.run({ command: "cat /mnt/skills/gone/SKILL.md" })).exitCode).not.toBe(0);
    });
  });
}
