import { execFile } from "node:child_process";
import type { EscapesUnderTest } from "@workspace-agent/core/testing";

/** Runs a script as the service could; whether it ends well is no matter: what it printed is. */
export const onHost: EscapesUnderTest["onHost"] = (script, { folder, env }) =>
  new Promise((resolve) => {
    const path = process.env["PATH"] ?? "";
    execFile(
      "/bin/bash",
      ["--norc", "-c", script],
      { cwd: folder, env: { PATH: path, ...env } },
      (_, stdout) => resolve({ stdout }),
    );
  });
