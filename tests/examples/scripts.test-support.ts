import { execFile, type ExecFileOptions } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { httpServer } from "../http-server.test-support.ts";
import { newFolder } from "../new-folder.test-support.ts";

export const EXAMPLES = join(import.meta.dirname, "../../examples");
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

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export const PROBLEM = {
  ...{ type: "x", title: "The request is not valid", status: 400, code: "invalid_request" },
  ...{ detail: 'The entry "a" of the archive is a symbolic link to "/etc".', request_id: "req_1" },
};

/**
 * Runs a script against an instance with these answers, in a folder with `task.md` and the empty `sources`. `requests` has the paths
 * that it called.
 */
export async function runAgainst(
  script: string,
  args: readonly string[],
  answerTo: (path: string, method: string) => Answer,
): Promise<{ code: number; out: string; errors: string; requests: readonly string[] }> {
  const dir = await newFolder();
  const requests: string[] = [];
  const url = await httpServer((request, response) => {
    request.resume().on("end", () => {
      const [path = ""] = (request.url ?? "").split("?");
      requests.push(path);
      const { status, body } = answerTo(path, request.method ?? "");
      response.writeHead(status, { "content-type": "application/json" });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  for (const name of ["bin", "sources"]) await mkdir(join(dir, name));
  // The script does not wait between attempts.
  await writeFile(join(dir, "bin", "sleep"), "#!/bin/sh\n");
  await chmod(join(dir, "bin", "sleep"), 0o755);
  await writeFile(join(dir, "task.md"), "Do it.");
  const env = {
    PATH: `${join(dir, "bin")}${delimiter}${PATH}`,
    WORKSPACE_AGENT_URL: `${url}/`,
    WORKSPACE_AGENT_TOKEN: "wsa_secret",
  };
  const ran = await runScript("sh", [join(EXAMPLES, script), ...args], { cwd: dir, env });
  return { ...ran, requests };
}
