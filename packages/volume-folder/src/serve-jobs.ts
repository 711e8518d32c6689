import type { MessagePort } from "node:worker_threads";
import { DomainError } from "@workspace-agent/core/snapshots";
import { restore } from "./snapshots/worker/restore.ts";
import { take } from "./snapshots/worker/take.ts";
import type { FromThread, Job, Outcome, ToThread } from "./threads/messages.ts";
import { MainThread } from "./threads/main-thread.ts";

function run(job: Job, main: MainThread): Promise<Outcome> {
  switch (job.type) {
    case "take":
      return take(job, main);
    case "restore":
      return restore(job, main);
  }
}

function failed(error: unknown): FromThread {
  const { message, code, syscall } = error as NodeJS.ErrnoException;
  if (DomainError.isInstance(error))
    return { type: "failed", message, cause: { domain: error.code, detail: error.detail } };
  const cause = code === undefined || syscall === undefined ? null : { code, syscall };
  return { type: "failed", message, cause };
}

/** Runs one job after another. */
export function serve(port: MessagePort): void {
  const main = new MainThread(port);
  const begin = async (job: Job): Promise<FromThread> => {
    try {
      return { type: "outcome", outcome: await run(job, main) };
    } catch (error) {
      return failed(error);
    }
  };
  port.on("message", (message: ToThread) => {
    if (message.type === "job") void begin(message.job).then((outcome) => port.postMessage(outcome));
    else main.answered(message.id, message.value);
  });
}
