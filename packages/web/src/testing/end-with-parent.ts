import { rmSync } from "node:fs";

// Loaded by a server before its program: when the process that started it is gone, in whatever way, it ends, with its data.
process.stdin
  .on("close", () => {
    const dir = process.env["DATA_DIR"];
    if (dir !== undefined) rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    process.kill(process.pid, "SIGKILL");
  })
  .resume();
