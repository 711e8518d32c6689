import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { defaultWorkerUrl } from "../worker-url.ts";
import { givenFolder } from "../given.test-support.ts";
import { VolumeThreads, TooSlow } from "./volume-threads.ts";
import type { CompareJob, RefuseJob } from "./messages.ts";

const compareJob: CompareJob = {
  type: "compare",
  volume: { base: "/", hasProc: true },
  dir: "/nowhere",
  name: "one",
};

/** A thread that answers jobs named `one`, and never returns from others. */
const STUBBORN = `
  import { parentPort } from "node:worker_threads";
  parentPort.on("message", ({ job }) => {
    while (job.name !== "one");
    parentPort.postMessage({ type: "outcome", outcome: "done" });
  });`;

function threadsOf(url: URL): VolumeThreads {
  const threads = new VolumeThreads(url);
  onTestFinished(() => threads.close());
  return threads;
}

test("a job that takes too long ends with its thread, and another thread runs the waiting jobs", async () => {
  const threads = threadsOf(new URL(`data:text/javascript,${encodeURIComponent(STUBBORN)}`));
  const stuck = [1, 2].map(() => threads.run({ ...compareJob, name: "stuck" }, 300));
  const waiting = threads.run(compareJob, 20_000);
  await Promise.all(stuck.map((each) => expect(each).rejects.toBeInstanceOf(TooSlow)));
  expect(await waiting).toBe("done");
});

test("waiting and later jobs fail once the threads are closed", async () => {
  const threads = threadsOf(new URL(`data:text/javascript,${encodeURIComponent(STUBBORN)}`));
  const jobs = [1, 2, 3].map(() => threads.run({ ...compareJob, name: "stuck" }, 20_000));
  const failed = Promise.allSettled(jobs);
  await threads.close();
  expect((await failed).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  await expect(threads.run(compareJob, 1_000)).rejects.toThrow("closed");
});

test("a system error keeps its code", async () => {
  const threads = threadsOf(defaultWorkerUrl());
  const dir = await mkdtemp(join(tmpdir(), "threads-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const job = {
    type: "refuse",
    dir: join(dir, "absent"),
    hidden: "h",
    name: "one",
    now: 0,
    durable: false,
  } as const;
  await expect(threads.run(job, 20_000)).rejects.toMatchObject({ code: "ENOENT", syscall: "mkdir" });
  expect(await readdir(dir)).toEqual([]);
});

test("a baseline that was refused stays refused", async () => {
  const { dir, volume } = await givenFolder();
  const baselines = join(dir, "workspaces", "ws_1", "baselines");
  await volume.baselines?.record("another");
  const job: RefuseJob = { type: "refuse", dir: baselines, hidden: "h", name: "one", now: 0, durable: true };
  await threadsOf(defaultWorkerUrl()).run(job, 20_000);
  await volume.baselines?.record("one");
  await expect(volume.baselines?.compare("one")).rejects.toMatchObject({ code: "not_allowed" });
  expect((await volume.baselines?.compare("another"))?.changes).toEqual([]);
});
