import { memoryVolumes } from "@workspace-agent/core/memory";
import { localSandbox } from "@workspace-agent/sandbox-local";
import { WAYS_TO_OUTLIVE } from "./ways-to-outlive.test-support.ts";
import { specOf } from "../../../sandbox-process/src/testing/spec-of.ts";

/**
 * A server that starts commands until it is killed, including those that try to outlive it. Prints its id, and a line before each start.
 * Its arguments are the folders of the workspace and of the sandboxes.
 */
const [folder = "", dir = ""] = process.argv.slice(2);
process.stdout.write(`${process.pid}\n`);
const volume = Object.assign(await memoryVolumes().workspace("ws_1"), { hostPath: folder });
const provider = localSandbox({ dir });
await provider.start();
const sandbox = await provider.open(specOf(volume));
const spawn = (command: string) => {
  process.stdout.write("start\n");
  return sandbox.spawn({ command });
};
for (const command of Object.values(WAYS_TO_OUTLIVE)) await spawn(command);
const startOthers = async () => {
  for (;;) await (await spawn("(setsid sleep 300 &); sleep 0.1")).wait();
};
await Promise.all([startOthers(), startOthers(), startOthers()]);
