import { describe, expect, test } from "vitest";
import { missing, PROBLEM, runAgainst, type Answer } from "./scripts.test-support.ts";

if (missing.length > 0)
  console.warn(`\nSKIPPED: the script of a CI job, since ${missing.join(", ")} is absent\n`);

const WORKSPACE = "/api/workspaces/ws_1";
const UNPACK = `${WORKSPACE}/agent/dirs/unpack`;

/** Runs the script; each attempt to unpack gets the next answer, further ones the last. */
async function runJob(answers: readonly Answer[], sessions: Answer = { status: 200, body: [] }) {
  const rest = [...answers];
  const { code, errors, requests } = await runAgainst(
    "ci-job/ci-job.sh",
    ["sources", "task.md", "out"],
    (path) => {
      if (path === `${WORKSPACE}/sessions`) return sessions;
      const answer = path === UNPACK ? (rest.length > 1 ? rest.shift() : rest[0]) : undefined;
      return answer ?? { status: 201, body: { id: "ws_1" } };
    },
  );
  return { code, errors, requests, attempts: requests.filter((path) => path === UNPACK).length };
}

describe.runIf(missing.length === 0)("the script of a CI job", () => {
  test("prints why it was refused, and does not retry", async () => {
    const { code, errors, attempts } = await runJob([{ status: 400, body: PROBLEM }]);
    expect(errors).toBe(`400 invalid_request: ${PROBLEM.detail}\n`);
    expect([code, attempts]).toEqual([1, 1]);
  });

  test("names each invalid field", async () => {
    const errors = [{ pointer: "#/name", detail: "is too long" }];
    const run = await runJob([{ status: 400, body: { ...PROBLEM, errors } }]);
    expect(run.errors).toContain("\n  #/name: is too long\n");
  });

  test("retries transient failures, and prints how the last attempt ended", async () => {
    const passing = { status: 503, body: { ...PROBLEM, status: 503, code: "overloaded", detail: "Wait." } };
    const refused = await runJob([passing, { status: 429, body: {} }, { status: 400, body: PROBLEM }]);
    expect([refused.attempts, refused.errors]).toEqual([3, `400 invalid_request: ${PROBLEM.detail}\n`]);
    const over = await runJob([passing]);
    expect([over.code, over.attempts, over.errors]).toEqual([1, 6, "503 overloaded: Wait.\n"]);
  });

  test("recognises an answer of another program", async () => {
    const { errors, attempts } = await runJob([{ status: 404, body: "<html>" }]);
    expect([attempts, errors]).toEqual([1, "The answer (404) is not from an instance.\n"]);
  });

  test("uploads the sources before it starts the task, and not once an earlier start has done so", async () => {
    const done = { status: 200, body: { files: 0 } };
    const upTo = (requests: readonly string[]) =>
      requests.slice(0, requests.indexOf(`${WORKSPACE}/chat`) + 1);
    const first = await runJob([done]);
    expect(upTo(first.requests).slice(-2)).toEqual([UNPACK, `${WORKSPACE}/chat`]);
    const again = await runJob([done], { status: 200, body: [{ id: "ses_1" }] });
    expect(upTo(again.requests).length).toBeGreaterThan(0);
    expect(again.attempts).toBe(0);
  });

  test("succeeds if the agent finished, though the first answer to its clean-up was lost", async () => {
    const deletions = [503, 404];
    const answer = { id: "ws_1", session_id: "ses_1", turn_id: "turn_1", status: "completed" };
    const { code, out } = await runAgainst(
      "ci-job/ci-job.sh",
      ["sources", "task.md", "out"],
      (path, method) => {
        if (method === "DELETE") return { status: deletions.shift() ?? 400, body: PROBLEM };
        if (path === `${WORKSPACE}/sessions`) return { status: 200, body: [] };
        return { status: 200, body: { ...answer, stop_reason: "end_turn" } };
      },
    );
    expect([code, out, deletions]).toEqual([0, "completed: end_turn\n", []]);
  });

  test("ends if it gets no workspace", async () => {
    const { code, requests } = await runAgainst("ci-job/ci-job.sh", ["sources", "task.md", "out"], () => ({
      status: 403,
      body: PROBLEM,
    }));
    expect([code, requests]).toEqual([1, ["/api/workspaces"]]);
  });

  test("does not start the task if it cannot see whether the sources are there", async () => {
    const { code, requests } = await runJob([], { status: 404, body: PROBLEM });
    expect(code).not.toBe(0);
    expect(requests).toEqual(["/api/workspaces", `${WORKSPACE}/sessions`]);
  });
});
