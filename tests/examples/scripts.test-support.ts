import { execFile, type ExecFileOptions } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

export const PATH = process.env["PATH"] ?? "";

/** The programs that the scripts of the examples use and this machine does not have. */
export const missing = ["curl", "jq", "tar", "sh"].filter(
  (program) => !PATH.split(delimiter).some((folder) => existsSync(join(folder, program))),
);

/** Runs a script to its end. */
export async function runScript(program: string, args: readonly string[], options: ExecFileOptions) {
  return await new Promise<{ code: number; out: string; errors: string }>((resolve) => {
    execFile(program, args, { ...options, encoding: "utf8" }, (error, out, errors) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), out, errors }),
    );
  });
}
