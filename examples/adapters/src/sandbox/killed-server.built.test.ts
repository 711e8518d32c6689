import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { BubblewrapSandbox } from "./bubblewrap-sandbox.ts";

const PROGRAM = fileURLToPath(new URL("killed-server.test-support.ts", import.meta.url));

const reason = await new BubblewrapSandbox().start().then(
  () => null,
  (error: unknown) => String(error),
);
if (reason !== null) console.warn(`\nSKIPPED: a killed server with the bubblewrap template: ${reason}\n`);

it.skipIf(reason !== null)(
  "a command ends with its server, also where the engine does not see that end",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "killed-server-"));
    const engine = join(folder, "engine");
    // As if the server had ended before the engine asked the kernel for its end.
    const withoutOption = `args=(); for arg; do [ "$arg" = --die-with-parent ] || args+=("$arg"); done; exec bwrap "\${args[@]}"`;
    await writeFile(engine, `#!/bin/bash\n${withoutOption}\n`, { mode: 0o755 });
    const server = spawn(process.execPath, [PROGRAM, engine, folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [output] = (await once(server.stdout, "data")) as [Buffer];
    expect(output.toString()).toBe("locked\n");
    server.kill("SIGKILL");
    // Waits until no process has the file locked; the command itself would lock it longer.
    await promisify(execFile)("flock", ["-w", "20", join(folder, "tmp", "lock"), "true"]);
    await rm(folder, { recursive: true });
  },
);
