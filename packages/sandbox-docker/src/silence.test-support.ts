import { chmod, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SandboxProcess } from "@workspace-agent/core/ports";
import { onTestFinished } from "vitest";
import { oneWorkspace, type OneWorkspace } from "./one-workspace.test-support.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

/** Stops all workers but its own, which it may do to processes of its user, and says so after the first time. */
const HOLD_UP = `
begun=
while :; do
  for path in /proc/[0-9]*; do
    pid=\${path#/proc/}
    ((pid == 1 || pid == PPID)) && continue
    while IFS= read -r line; do
      [[ $line == CapPrm:*[1-9a-f]* ]] && kill -STOP "$pid"
    done < "$path/status"
  done
  [ -n "$begun" ] || echo begun
  begun=1
done 2>/dev/null`;

/** Workers that start later are stopped as well, but may begin a command before. */
export async function holdUpWorkers({ sandbox, volume }: OneWorkspace): Promise<SandboxProcess> {
  // Two commands at once leave two workers that wait: one runs the script, and the next command gets the other.
  const waiting = sandbox.run({ command: "until [ -e both ]; do :; done" });
  await sandbox.run({ command: "touch both" });
  await waiting;
  await volume.remove("both");
  const beside = await sandbox.spawn({ command: HOLD_UP });
  await beside.stdout.getReader().read();
  return beside;
}

/** A docker command that, while the test says so, does not run calls of `word`: it hangs, or fails with the output of `says`. */
export async function silentDocker(word: string, says?: string) {
  const dir = await newFolder();
  const [file, sign] = [join(dir, "docker"), join(dir, "silent")];
  await writeFile(
    file,
    `#!/bin/sh\n[ -e '${sign}' ] && case "$1" in ${word}) true ;; *) false ;; esac && { ${says ?? `while [ -e '${sign}' ]; do sleep 0.1; done`}; exit 1; }\nexec docker "$@"\n`,
  );
  await chmod(file, 0o755);
  return { file, begin: () => writeFile(sign, ""), end: () => rm(sign) };
}

/** A workspace that is removed after the test. */
export async function given(options: Parameters<typeof oneWorkspace>[0] = {}) {
  const own = await oneWorkspace(options);
  onTestFinished(own.remove);
  return own;
}
