import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sandboxLossOf } from "@workspace-agent/core/ports";
import { describe, expect, it } from "vitest";
import { containersOf, docker, whyNoDocker } from "./docker.test-support.ts";
import { given } from "./silence.test-support.ts";
import { skips } from "../../sandbox-process/src/testing/needs.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

const isSkipped = skips("commands whose start is not reported", await whyNoDocker());

/** A docker command that drops the standard error of `exec` while the test says so. */
async function deafDocker() {
  const dir = await newFolder();
  const [file, sign] = [join(dir, "docker"), join(dir, "deaf")];
  const heard = `while IFS= read -r line; do [ -e '${sign}' ] || printf '%s\\n' "$line" >&2; done`;
  const exec = `{ docker "$@" 2>&1 1>&3 3>&- | ${heard}; } 3>&1`;
  await writeFile(file, `#!/bin/sh\n[ "$1" = exec ] || exec docker "$@"\n${exec}\n`);
  await chmod(file, 0o755);
  return { file, begin: () => writeFile(sign, "") };
}

describe.skipIf(isSkipped)("a command whose container ends before it reports", () => {
  it("counts as cut off, and does not start in the next container", async () => {
    const engine = await deafDocker();
    const { sandbox, volume, placement } = await given({ dockerPath: engine.file });
    await sandbox.run({ command: "true" });
    await engine.begin();
    const loss = sandbox.run({ command: "echo x >> ran; sleep 300" }).then(() => "done", sandboxLossOf);
    const size = async () => (await volume.stat("ran"))?.size;
    await expect.poll(size).toBe(2);
    await docker("kill", ...(await containersOf(placement)));
    expect(await loss).toBe("cut_off");
    expect(await size()).toBe(2);
  });
});
