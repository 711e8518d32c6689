// node killed-server.test-support.ts BWRAP FOLDER: runs a command in the sandbox that locks a file of the folder, and prints `locked`.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { startCommand } from "./bubblewrap.ts";

const [bwrap, folder] = process.argv.slice(2);
if (bwrap === undefined || folder === undefined) throw new Error("BWRAP and FOLDER are missing.");
const [tmp, home] = [join(folder, "tmp"), join(folder, "home")];
await Promise.all([tmp, home].map((path) => mkdir(path, { recursive: true })));
const command = startCommand(
  { bwrap, tmp, home, mounts: [] },
  {
    command: "exec 9>/tmp/lock; flock 9; echo locked; sleep 100",
    workingDirectory: "/tmp",
  },
);
const output = command.stdout.getReader();
process.stdout.write((await output.read()).value ?? "");
await command.wait();
