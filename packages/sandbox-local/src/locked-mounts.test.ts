import { chmod, stat } from "node:fs/promises";
import { join } from "node:path";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { describe, expect, it, onTestFinished } from "vitest";
import { whyNoBubblewrap } from "./bubblewrap.test-support.ts";
import { oneWorkspace } from "./one-workspace.test-support.ts";
import { skips } from "../../sandbox-process/src/testing/needs.ts";

const isSkipped = skips("folders that commands have locked", await whyNoBubblewrap());

describe.skipIf(isSkipped)("a folder that a command has locked", () => {
  it("is unlocked for the next command and for file access", async () => {
    const { sandbox, remove } = await oneWorkspace();
    onTestFinished(remove);
    expect((await sandbox.run({ command: "echo x > f; chmod 000 /workspace" })).exitCode).toBe(0);
    expect(await sandbox.run({ command: "cat f; stat -c %a ." })).toMatchObject({ stdout: "x\n700\n" });
  });

  it("is unlocked for other workspaces that may read or write it", async () => {
    const workspace = await oneWorkspace();
    onTestFinished(workspace.remove);
    const volumes = folderVolumes({ dir: join(workspace.dir, "shared-files") });
    const shared = await volumes.shared("tenant");
    const open = (workspaceId: string, access: "read" | "write") =>
      workspace.reopen({
        workspaceId,
        mounts: [
          { target: "/workspace", volume: workspace.volume, access: "write" },
          { target: "/mnt/afs", volume: shared, access },
        ],
      });
    const one = await open("ws_a", "write");
    const others = [await open("ws_b", "write"), await open("ws_c", "read")];
    for (const other of others) {
      await one.run({ command: "echo x > /mnt/afs/f; chmod 000 /mnt/afs" });
      expect(await other.run({ command: "cat /mnt/afs/f" })).toMatchObject({ stdout: "x\n" });
    }
  });

  it("keeps its mode where that is enough", async () => {
    const { sandbox, volume, remove } = await oneWorkspace();
    onTestFinished(remove);
    await chmod(volume.hostPath ?? "", 0o2770);
    await sandbox.run({ command: "true" });
    expect(((await stat(volume.hostPath ?? "")).mode & 0o7777).toString(8)).toBe("2770");
  });
});
