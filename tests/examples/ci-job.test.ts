import { chmod, mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { httpServer } from "../http-server.test-support.ts";
import { newFolder } from "../new-folder.test-support.ts";
import { missing, PATH, runScript } from "./scripts.test-support.ts";

const SCRIPT = join(import.meta.dirname, "../../examples/ci-job/ci-job.sh");

if (missing.length > 0)
  console.warn(`\nSKIPPED: the script of a CI job, since ${missing.join(", ")} is absent\n`);

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const PROBLEM = {
  ...{ type: "x", title: "The request is not valid", status: 400, code: "invalid_request" },
  ...{ detail: 'The entry "a" of the archive is a symbolic link to "/etc".', request_id: "req_1" },
};

/** Runs the script against an instance that unpacks nothing: each attempt gets the next answer, further ones the last. */
async function runAgainst(...answers: readonly Answer[]) {
  const dir = await newFolder();
  let attempts = 0;
  const url = await httpServer((request, response) => {
    request.resume().on("end", () => {
      const isUnpack = (request.url ?? "").includes("/unpack");
      const answer = isUnpack ? answers[Math.min(attempts++, answers.length - 1)] : undefined;
      const { status, body } = answer ?? { status: 201, body: { id: "ws_1" } };
      response.writeHead(status, { "content-type": "application/json" });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  const bin = join(dir, "bin");
  await mkdir(bin);
  // The script does not wait between attempts.
  await writeFile(join(bin, "sleep"), "#!/bin/sh\n");
  await chmod(join(bin, "sleep"), 0o755);
  await writeFile(join(dir, "task.md"), "Do it.");
  const env = {
    PATH: `${bin}${delimiter}${PATH}`,
    WORKSPACE_AGENT_URL: `${url}/`,
    WORKSPACE_AGENT_TOKEN: "wsa_secret",
  };
  const args = [SCRIPT, bin, join(dir, "task.md"), join(dir, "out")];
  const { code, errors } = await runScript("sh", args, { env });
  return { code, errors, attempts };
}

describe.runIf(missing.length === 0)("the script of a CI job", () => {
  test("prints why it was refused, and does not retry", async () => {
    const { code, errors, attempts } = await runAgainst({ status: 400, body: PROBLEM });
    expect(errors).toBe(`400 invalid_request: ${PROBLEM.detail}\n`);
    expect([code, attempts]).toEqual([1, 1]);
  });

  test("names each invalid field", async () => {
    const errors = [{ pointer: "#/name", detail: "is too long" }];
    const run = await runAgainst({ status: 400, body: { ...PROBLEM, errors } });
    expect(run.errors).toContain("\n  #/name: is too long\n");
  });

  test("retries transient failures, and prints how the last attempt ended", async () => {
    const passing = { status: 503, body: { ...PROBLEM, status: 503, code: "overloaded", detail: "Wait." } };
    const refused = await runAgainst(passing, { status: 429, body: {} }, { status: 400, body: PROBLEM });
    expect([refused.attempts, refused.errors]).toEqual([3, `400 invalid_request: ${PROBLEM.detail}\n`]);
    const over = await runAgainst(passing);
    expect([over.code, over.attempts, over.errors]).toEqual([1, 6, "503 overloaded: Wait.\n"]);
  });

  test("recognises an answer of another program", async () => {
    const { errors, attempts } = await runAgainst({ status: 404, body: "<html>" });
    expect([attempts, errors]).toEqual([1, "The answer (404) is not from an instance.\n"]);
  });
});
