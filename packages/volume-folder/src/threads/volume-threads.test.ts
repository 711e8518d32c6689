import { expect, onTestFinished, test } from "vitest";
import { checkedWorkerUrl } from "../worker-url.ts";
import type { TakeJob } from "./messages.ts";
import { VolumeThreads } from "./volume-threads.ts";

const jobOf = (base: string | null): TakeJob => ({
  type: "take",
  volume: { base: "/nowhere", hasProc: true },
  index: { folder: "/nowhere", hidden: "h" },
  now: 0,
  ignored: false,
  base,
});
const answer = () => Promise.reject(new Error("The job makes no calls."));

/** A thread that answers jobs without a base, and never returns from others. */
const STUBBORN = `
  import { parentPort } from "node:worker_threads";
  parentPort.on("message", ({ job }) => {
    while (job.base !== null);
    parentPort.postMessage({ type: "outcome", outcome: { root: "done" } });
  });`;

function threadsOf(url: URL): VolumeThreads {
  const threads = new VolumeThreads(url);
  onTestFinished(() => threads.close());
  return threads;
}

const stubborn = () => threadsOf(new URL(`data:text/javascript,${encodeURIComponent(STUBBORN)}`));

test("a job that is aborted ends with its thread, and another thread runs the waiting jobs", async () => {
  const threads = stubborn();
  const [aborting, reason] = [new AbortController(), new Error("Interrupted.")];
  const stuck = [1, 2].map(() => threads.run(jobOf("stuck"), { answer, signal: aborting.signal }));
  const waiting = threads.run(jobOf(null), { answer });
  aborting.abort(reason);
  for (const each of stuck) await expect(each).rejects.toBe(reason);
  expect(await waiting).toEqual({ root: "done" });
});

test("waiting and later jobs fail once the threads are closed", async () => {
  const threads = stubborn();
  const jobs = [1, 2, 3].map(() => threads.run(jobOf("stuck"), { answer }));
  const failed = Promise.allSettled(jobs);
  await threads.close();
  expect((await failed).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  await expect(threads.run(jobOf(null), { answer })).rejects.toThrow("closed");
});

test("a system error keeps its code", async () => {
  const taken = threadsOf(checkedWorkerUrl(undefined)).run(jobOf(null), { answer });
  await expect(taken).rejects.toMatchObject({ code: "ENOENT", syscall: "open" });
});
