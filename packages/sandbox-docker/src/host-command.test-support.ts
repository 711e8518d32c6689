import { execFile } from "node:child_process";
import type { EscapesUnderTest } from "@workspace-agent/core/testing";

/** Runs a script with the rights of the service. Returns its output, whatever its exit code. */
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
