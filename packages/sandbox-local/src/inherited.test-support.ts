import { memoryVolumes } from "@workspace-agent/core/memory";
import { localSandbox } from "@workspace-agent/sandbox-local";
import { specOf } from "../../sandbox-process/src/testing/spec-of.ts";

/** A server that prints the descriptors of a terminal's processes. Its argument is the workspace's folder. */
const [folder = ""] = process.argv.slice(2);
const volume = Object.assign(await memoryVolumes().workspace("ws_1"), { hostPath: folder });
const provider = localSandbox();
await provider.start();
const sandbox = await provider.open(specOf(volume));
const { stdout } = await sandbox.spawn({
  command: "ls -l /proc/[0-9]*/fd",
  pty: { columns: 200, rows: 50 },
});
process.stdout.write(await new Response(stdout).text());
await provider.close();
