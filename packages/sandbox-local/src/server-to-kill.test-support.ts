import { memoryVolumes } from "@workspace-agent/core/memory";
import { localSandbox } from "@workspace-agent/sandbox-local";

/** A server that starts commands which try to outlive it, says so, and waits to be killed. Its argument is the workspace's folder. */
const [folder = ""] = process.argv.slice(2);
const volume = Object.assign(await memoryVolumes().workspace("ws_1"), { hostPath: folder });
const provider = localSandbox();
await provider.start();
const sandbox = await provider.open({
  workspaceId: "ws_1",
  mounts: [{ target: "/workspace", volume, access: "write" }],
  image: null,
  cpus: 1,
  memoryMb: 512,
  diskMb: 512,
  network: "none",
});
const env = { MARKER: process.env["MARKER"] ?? "" };
const command = "setsid nohup sleep 300 & (sleep 300 &) ; touch started; sleep 300";
await sandbox.spawn({ command, env });
await sandbox.spawn({ command: "trap '' TERM HUP INT; touch second; while :; do sleep 1; done", env });
process.stdout.write("running\n");
setInterval(() => {}, 1_000);
