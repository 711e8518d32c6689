import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxMount, Volume } from "@workspace-agent/core/ports";
import type { SandboxProvider, VolumeProvider } from "@workspace-agent/core";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { whyNoBubblewrap } from "./bubblewrap.test-support.ts";
import { localSandbox } from "./index.ts";
import { skips } from "../../sandbox-process/src/testing/needs.ts";
import { specOf } from "../../sandbox-process/src/testing/spec-of.ts";

const isSkipped = skips("swapped mounts of the local sandbox", await whyNoBubblewrap());

describe.skipIf(isSkipped)("a folder of a shared volume that another workspace swaps for a link", () => {
  let dir: string;
  let volumes: VolumeProvider;
  let provider: SandboxProvider;

  beforeEach(async () => {
    dir = await realpath(await mkdtemp(join(tmpdir(), "swapped-mounts-")));
    volumes = folderVolumes({ dir: join(dir, "files") });
    provider = localSandbox({ dir: join(dir, "sandboxes") });
    await provider.start();
  });
  afterEach(async () => {
    await provider.close();
    await rm(dir, { recursive: true, force: true });
  });

  async function openWith(workspaceId: string, afs: Volume, access: SandboxMount["access"] = "write") {
    const own = await volumes.workspace(workspaceId);
    const mounts: SandboxMount[] = [
      { target: "/workspace", volume: own, access: "write" },
      { target: "/mnt/afs", volume: afs, access },
    ];
    return provider.open(specOf(own, { workspaceId, mounts }));
  }

  async function givenTeams(root: string) {
    const team = await volumes.shared("tenant", { root });
    await team.write("of-the-team", new TextEncoder().encode("team"));
    const whole = await openWith("ws_a", await volumes.shared("tenant"));
    return { team, swap: (command: string) => whole.run({ command, workingDirectory: "/mnt/afs" }) };
  }

  const look = "ls /mnt/afs /mnt/afs/etc";

  it.each(["read", "write"] as const)(
    "does not give access to its target before the first command (%s)",
    async (access) => {
      const { team, swap } = await givenTeams("team");
      const victim = await openWith("ws_b", team, access);
      expect((await swap("mv team t2; ln -s / team")).exitCode).toBe(0);
      await expect(victim.run({ command: look })).rejects.toMatchObject({ code: "sandbox_unavailable" });
    },
  );

  it("does not give access to its target between commands, nor when a parent was swapped", async () => {
    const { team, swap } = await givenTeams("a/team");
    const victim = await openWith("ws_b", team);
    expect((await victim.run({ command: "cat /mnt/afs/of-the-team" })).stdout).toBe("team");
    await mkdir(join(dir, "outside/team"), { recursive: true });
    await writeFile(join(dir, "outside/team/secret"), "secret");
    expect((await swap(`mv a b; ln -s '${dir}/outside' a`)).exitCode).toBe(0);
    await expect(victim.run({ command: "cat /mnt/afs/secret" })).rejects.toMatchObject({
      code: "sandbox_unavailable",
    });
    expect((await swap("rm a; mv b a")).exitCode).toBe(0);
    expect((await victim.run({ command: "cat /mnt/afs/of-the-team" })).stdout).toBe("team");
  });

  it("never shows the link's target, however fast it is swapped", async () => {
    const { team } = await givenTeams("team");
    const victim = await openWith("ws_b", team);
    const at = team.hostPath ?? "";
    await victim.run({ command: "true" });
    const before = (await readdir("/proc/self/fd")).length;
    const stop = new AbortController();
    const swapping = (async () => {
      await symlink(join(dir, "outside"), `${at}-link`);
      while (!stop.signal.aborted) {
        await rename(at, `${at}-kept`);
        await rename(`${at}-link`, at);
        await rename(at, `${at}-link`);
        await rename(`${at}-kept`, at);
      }
    })();
    await mkdir(join(dir, "outside"));
    await writeFile(join(dir, "outside/secret"), "secret");
    const seen = new Set<string>();
    for (let round = 0; round < 60; round++) {
      const outcome = await victim.run({ command: "ls /mnt/afs" }).catch((error: unknown) => error);
      if (typeof outcome === "object" && outcome !== null && "stdout" in outcome)
        seen.add(String(outcome.stdout));
    }
    stop.abort();
    await swapping;
    expect([...seen].filter((names) => names !== "" && names !== "of-the-team\n")).toEqual([]);
    await expect.poll(async () => (await readdir("/proc/self/fd")).length).toBeLessThanOrEqual(before);
    expect(await readFile(join(at, "of-the-team"), "utf8")).toBe("team");
  });
});
