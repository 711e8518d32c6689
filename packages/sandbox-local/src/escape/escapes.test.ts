import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeEscapes, type EscapesUnderTest } from "@workspace-agent/core/testing";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { describe } from "vitest";
import { whyNoBubblewrap } from "../bubblewrap.test-support.ts";
import { localSandbox } from "../index.ts";

const onHost: EscapesUnderTest["onHost"] = (script, { folder, env }) =>
  new Promise((resolve) => {
    const path = process.env["PATH"] ?? "";
    // The exit code does not matter, only the output.
    execFile(
      "/bin/bash",
      ["--norc", "-c", script],
      { cwd: folder, env: { PATH: path, ...env } },
      (_, stdout) => resolve({ stdout }),
    );
  });

const reason = await whyNoBubblewrap();
if (reason !== null) console.warn(`\nSKIPPED: escapes from the local sandbox, since ${reason}\n`);

describe.skipIf(reason !== null)(reason ?? "with bubblewrap", () => {
  describeEscapes("the local sandbox", async () => {
    const dir = await mkdtemp(join(tmpdir(), "escapes-"));
    return {
      provider: localSandbox({ dir: join(dir, "sandboxes") }),
      withData: (data) => localSandbox({ dir: join(data, "sandboxes"), protectedPaths: [data] }),
      withNetwork: (network) => localSandbox({ network }),
      volumes: folderVolumes({ dir: join(dir, "files") }),
      onHost,
      remove: () => rm(dir, { recursive: true, force: true }),
    };
  });
});
