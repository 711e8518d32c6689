import type { Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { memoryObjects } from "../../packages/core/src/memory/index.ts";
import { ModelError } from "../../packages/core/src/ports.ts";
import type { ModelScript } from "../../packages/core/src/testing/index.ts";
import { testApi, type TestApi } from "../../packages/http/src/test-api.test-support.ts";
import { until } from "../../packages/http/src/until.test-support.ts";
import { ajvSchemas } from "../../packages/json-schema/src/index.ts";
import { runInProcess, type Ran, type RunOptions } from "./run-in-process.test-support.ts";
import { fileOf } from "../new-folder.test-support.ts";

const item = (key: string) => ({ key, message: `Do ${key}.` });
const ndjson = (...values: readonly unknown[]) =>
  values.map((value) => `${JSON.stringify(value)}\n`).join("");

/** Runs the command while the time of the instance passes. */
async function run(api: TestApi, args: readonly string[], options: Omit<RunOptions, "api"> = {}) {
  return (await api.passTime(runInProcess(args, { ...options, api }))).value;
}

interface Written {
  readonly key: string;
  readonly status: string;
  readonly output?: unknown;
  readonly workspace_id: string | null;
}

const linesOf = ({ out }: Ran) =>
  out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Written)
    .sort((a, b) => a.key.localeCompare(b.key));

/** A model that fails at `b`. */
const failsAtB: ModelScript = ({ messages }) =>
  JSON.stringify(messages).includes("Do b.")
    ? { fail: new ModelError("invalid_request", "No.", { retryable: false }) }
    : { text: "done" };

test("a batch writes a line for each item, and exits with 0", async () => {
  await using api = await testApi();
  const file = await fileOf(`\ufeff${ndjson(item("a"))}\n${ndjson(item("b"))}`);
  const ran = await run(api, ["run", "--batch", file, "--name", "two", "--concurrency", "1", "-m", "run=7"]);
  expect(ran.code).toBe(0);
  expect(linesOf(ran)).toMatchObject([
    { key: "a", status: "succeeded", final_message: "done" },
    { key: "b", status: "succeeded" },
  ]);
  expect(ran.notes).toMatch(/^batch bat_\w+ · 2 items\ncompleted · 2 succeeded/);
  const listed = (await api.call("GET", "/api/batches")).json;
  expect(listed).toMatchObject([
    { name: "two", concurrency: 1, defaults: { turn: { metadata: { run: "7" } } } },
  ]);
});

test("items that fail are lines too, and the exit code is 1", async () => {
  await using api = await testApi({ script: failsAtB });
  const ran = await run(api, ["run", "--batch", await fileOf(ndjson(item("a"), item("b")))]);
  expect(ran.code).toBe(1);
  expect(linesOf(ran).map(({ status }) => status)).toEqual(["succeeded", "failed"]);
  expect(ran.notes).toContain("1 succeeded, 1 failed");
});

test("the items run in the workspace that is named, and have outputs that meet the schema", async () => {
  await using api = await testApi({
    script: () => ({ toolCalls: [{ name: "submit_output", arguments: { total: 3 } }] }),
    service: { outputSchemas: ajvSchemas() },
  });
  const { id } = await api.createWorkspace("notes");
  const schema = await fileOf(JSON.stringify({ type: "object", properties: { total: { type: "number" } } }));
  const items = await fileOf(ndjson(item("a")));
  const ran = await run(api, ["run", "--batch", items, "-w", "notes", "--json-schema", schema]);
  expect(linesOf(ran)).toMatchObject([{ workspace_id: id, output: { total: 3 } }]);
});

test("the items begin with the files of the snapshot that is named", async () => {
  await using api = await testApi({ service: { objects: memoryObjects() } });
  const { id } = await api.createWorkspace("notes");
  const { as } = await api.call("POST", `/api/workspaces/${id}/snapshots`);
  const snapshot_id = as<{ id: string }>().id;
  const ran = await run(api, ["run", "--batch", await fileOf(ndjson(item("a"))), "--snapshot", snapshot_id]);
  expect(linesOf(ran)).toMatchObject([{ key: "a", status: "succeeded" }]);
  expect((await api.call("GET", "/api/batches")).json).toMatchObject([{ defaults: { snapshot_id } }]);
});

test("a detached batch is listed, read, followed and cancelled", async () => {
  await using api = await testApi({ script: () => ({ text: "never", stall: true }) });
  const args = ["run", "--batch", await fileOf(ndjson(item("a"), item("b"))), "--detach", "--key", "k"];
  const made = await run(api, args);
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^bat_\w+\n$/) as string });
  expect((await run(api, args)).out).toBe(made.out);
  const id = made.out.trim();
  const listed = await run(api, ["batches"]);
  expect(listed.out).toMatch(new RegExp(`^id .*\\n${id} +\\d{4}-\\S+ +(queued|running) · .*\n$`));
  expect(JSON.parse((await run(api, ["batches", "get", id, "--json"])).out)).toMatchObject({ id });
  expect(await run(api, ["batches", "results", id])).toMatchObject({ code: 0, out: "" });
  const following = run(api, ["batches", "results", id, "--follow"]);
  expect((await runInProcess(["batches", "cancel", id], { api })).code).toBe(0);
  expect(linesOf(await following).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  expect((await run(api, ["batches", "get", id])).out).toContain("cancelled · 2 cancelled");
  expect((await run(api, ["batches", "get", "bat_none"])).code).toBe(1);
});

test("Ctrl-C cancels the batch, whose results are written all the same", async () => {
  await using api = await testApi({ script: () => ({ text: "never", stall: true }) });
  const file = await fileOf(ndjson(item("a"), item("b")));
  const ran = await run(api, ["run", "--batch", file, "--concurrency", "1"], {
    async meanwhile(notes) {
      await until(() => notes().includes("· 2 items"));
      process.emit("SIGINT");
    },
  });
  expect(ran.code).toBe(130);
  expect(linesOf(ran).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  expect(ran.notes).toMatch(/cancelling.*\ncancelled · 2 cancelled/);
});

test("Ctrl-C while the instance accepts a detached batch cancels it, and exits with 130", async () => {
  await using api = await testApi({ script: () => ({ text: "never", stall: true }) });
  const args = ["run", "--batch", await fileOf(ndjson(item("a"))), "--detach"];
  const ran = await run(api, args, {
    async before(request) {
      if (request.url !== "/api/batches") return;
      await until(() => request.complete);
      process.emit("SIGINT");
    },
  });
  expect(ran).toMatchObject({ code: 130, out: expect.stringMatching(/^bat_\w+\n$/) as string });
  expect(ran.notes).toContain("cancelling");
});

test("Ctrl-C while the instance cannot be reached exits with 130", async () => {
  await using api = await testApi({ script: () => ({ text: "never", stall: true }) });
  const args = ["run", "--batch", await fileOf(ndjson(item("a")))];
  const sockets = new Set<Socket>();
  let isAway = false;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const ran = await runInProcess(args, {
    api,
    async meanwhile(notes) {
      await until(() => notes().includes("· 1 items"));
      isAway = true;
      for (const socket of sockets) socket.destroy();
      process.emit("SIGINT");
      await until(async () => {
        await vi.advanceTimersByTimeAsync(1000);
        return notes().includes("could not be cancelled");
      });
    },
    async before({ socket }) {
      sockets.add(socket);
      if (isAway) socket.destroy();
      return await Promise.resolve(isAway);
    },
  });
  vi.useRealTimers();
  expect([ran.code, ran.out]).toEqual([130, ""]);
});

test("a batch that has ended is read again after a temporary error", async () => {
  await using api = await testApi();
  const args = ["run", "--batch", await fileOf(ndjson(item("a"))), "--key", "k"];
  expect((await run(api, args)).code).toBe(0);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let reads = 0;
  const ran = await runInProcess(args, {
    api,
    async meanwhile() {
      await until(() => reads === 2 && vi.getTimerCount() > 0);
      await vi.advanceTimersByTimeAsync(1000);
    },
    // The client reads the batch where its results end, and the command after that.
    async before({ url = "" }, response) {
      const isRefused = /^\/api\/batches\/bat_\w+$/.test(url) && ++reads === 2;
      if (isRefused) response.writeHead(503).end();
      return await Promise.resolve(isRefused);
    },
  });
  vi.useRealTimers();
  expect([ran.code, reads]).toEqual([0, 3]);
});

test.for([
  ["a line that is no object", ndjson(item("a"), 5), [], "Line 2 is not a JSON object.", 2],
  ["a line that is not JSON", `${ndjson(item("a"))}{`, [], "Line 2 is not a JSON object.", 2],
  ["an item that the instance refuses", ndjson(item("a"), { key: "" }), [], "#/items/1/key", 1],
  ["a task too", ndjson(item("a")), ["Say so."], "either a task or --batch", 2],
  ["a session", ndjson(item("a")), ["--session", "ses_1"], "--session cannot be used with --batch", 2],
  [
    "two places",
    ndjson(item("a")),
    ["-w", "notes", "--template", "t"],
    "only one of --workspace, --template and --snapshot",
    2,
  ],
  ["a budget of nothing", ndjson(item("a")), ["--budget-usd", "0"], "Must be a number above 0", 2],
] as const)("a batch with %s is refused", async ([, text, args, told, code]) => {
  await using api = await testApi();
  const ran = await run(api, ["run", "--batch", await fileOf(text), ...args]);
  expect(ran.notes).toContain(told);
  expect([ran.code, ran.out]).toEqual([code, ""]);
  expect((await api.call("GET", "/api/batches")).json).toEqual([]);
});

test.for([
  ["a file that is not there", ["run", "--batch", "/none.ndjson"], "/none.ndjson does not exist"],
  ["neither a task nor a batch", ["run", "-w", "notes"], "Give a task"],
  ["a task without a workspace", ["run", "Say so."], "requires --workspace"],
  [
    "an option of batches alone",
    ["run", "x", "-w", "notes", "--budget-usd", "1"],
    "--budget-usd requires --batch",
  ],
] as const)("%s is wrong use", async ([, args, told]) => {
  await using api = await testApi();
  const { code, notes } = await runInProcess(args, { api });
  expect(code).toBe(2);
  expect(notes).toContain(told);
});
