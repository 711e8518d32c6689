import { rmSync } from "node:fs";

// Preloaded by a server: ends it and removes its data when its parent process has ended.
process.stdin
  .on("close", () => {
    const dir = process.env["DATA_DIR"];
    if (dir !== undefined) rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    process.kill(process.pid, "SIGKILL");
  })
  .resume();
