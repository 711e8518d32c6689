import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.test-support.ts";

const MAIN = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));

test("bash completes with the script of the command", async () => {
  const folder = await newFolder();
  const node = JSON.stringify(process.execPath);
  await writeFile(join(folder, "workspace-agent"), `#!/bin/sh\nexec ${node} ${JSON.stringify(MAIN)} "$@"\n`, {
    mode: 0o755,
  });
  const script = `
source <(workspace-agent completion bash)
COMP_WORDS=(workspace-agent schedules p); COMP_CWORD=2
_workspace_agent
printf '%s\\n' "\${COMPREPLY[@]}"
COMP_WORDS=(workspace-agent run --file ""); COMP_CWORD=3
_workspace_agent
echo "\${#COMPREPLY[@]} for a file"`;
  const env = { PATH: `${folder}:${process.env["PATH"] ?? ""}` };
  const out = execFileSync("bash", ["--norc", "-c", script], { env, encoding: "utf8" });
  expect(out).toBe("pause\npreview\n0 for a file\n");
});
