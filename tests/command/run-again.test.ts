import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { ModelRequest } from "../../packages/core/src/ports.ts";
import { testApi, type TestApi } from "../../packages/http/src/test-api.test-support.ts";
import { until } from "../../packages/http/src/until.test-support.ts";
import { newFolder } from "../new-folder.test-support.ts";
import { runInProcess, type RunOptions } from "./run-in-process.test-support.ts";

const NAMES = ["changed.txt", "other.txt"];
const CALLS = [
  { name: "read", arguments: { path: "changed.txt" } },
  { name: "write", arguments: { path: "changed.txt", content: "agent\n" } },
];

/** The agent replaces the first of the files. */
function script({ messages }: ModelRequest) {
  const call = CALLS[messages.filter(({ role }) => role === "assistant").length];
  return call === undefined ? { text: "Changed." } : { toolCalls: [call] };
}

/** Starts a job, each time with the same key: it uploads the files and downloads them after the turn. */
async function job(api: TestApi) {
  const dir = await newFolder();
  return async (content: string, options: RunOptions = {}) => {
    for (const name of NAMES) await writeFile(join(dir, name), content);
    const files = NAMES.map((name) => [
      "--file",
      join(dir, name),
      "--get",
      `${name}:${join(dir, "got", name)}`,
    ]);
    const args = ["run", "Change a file.", "-w", "ci", "--new", "--key", "k", ...files.flat()];
    const { code, notes } = await runInProcess(args, { api, ...options });
    const got = NAMES.map(async (name) => await readFile(join(dir, "got", name), "utf8").catch(() => null));
    return { code, notes, got: await Promise.all(got) };
  };
}

test("a run that starts again with its key uploads nothing over what the agent has changed", async () => {
  await using api = await testApi({ script });
  const start = await job(api);
  expect(await start("sources\n")).toMatchObject({ code: 0, got: ["agent\n", "sources\n"] });
  const again = await start("sources\n");
  expect(again).toMatchObject({ code: 0, got: ["agent\n", "sources\n"] });
  expect(again.notes).toContain("The files are not uploaded again");
});

test.each([
  ["agent/files", 1],
  ["chat", 0],
])("a run that broke off at its call of %s uploads its files again", async (call, passed) => {
  await using api = await testApi({ script });
  const start = await job(api);
  let calls = 0;
  const broken = await start("one\n", {
    before: async ({ url = "" }, response) => {
      if (!url.includes(`/${call}`) || calls++ < passed) return;
      response.writeHead(507, { "content-type": "application/json" }).end("{}");
      return true;
    },
  });
  expect(broken).toMatchObject({ got: [null, null] });
  expect(await start("two\n")).toMatchObject({ code: 0, got: ["agent\n", "two\n"] });
});

test("a detached run sends each of its calls again after a temporary error", async () => {
  await using api = await testApi();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const calls: string[] = [];
  const { code, out } = await runInProcess(["run", "Go.", "-w", "ci", "--new", "--detach", "--json"], {
    api,
    meanwhile: async (notes) => {
      await until(async () => {
        await vi.advanceTimersByTimeAsync(1000);
        return calls.length === 4 || notes() !== "";
      });
    },
    before: async ({ url = "", headers }, response) => {
      const call = `${url} ${String(headers["idempotency-key"])}`;
      const isFirst = !calls.includes(call);
      calls.push(call);
      if (isFirst) response.writeHead(503).end();
      return await Promise.resolve(isFirst);
    },
  });
  vi.useRealTimers();
  expect([code, calls.length, new Set(calls).size]).toEqual([0, 4, 2]);
  expect(JSON.parse(out)).toMatchObject({ turn_id: expect.stringMatching(/^turn_/) as string });
});

test("a key may have all of its 255 characters", async () => {
  await using api = await testApi();
  const args = ["run", "Go.", "-w", "ci", "--new", "--key", "k".repeat(255), "--detach"];
  const first = await runInProcess(args, { api });
  expect(first.code).toBe(0);
  expect((await runInProcess(args, { api })).out).toBe(first.out);
});

test("a turn that is not followed cannot have a timeout", async () => {
  const { code, notes } = await runInProcess(["run", "Go.", "-w", "ci", "--detach", "--timeout", "15m"]);
  expect(code).toBe(2);
  expect(notes).toContain("--timeout interrupts a turn that is followed");
});
