import type { MessagePort } from "node:worker_threads";
import type { FromThread, Job, Outcome, ToThread } from "../messages.ts";
import { compare } from "./compare.ts";
import { keep, refuse } from "./keep.ts";

function run(job: Job): Outcome {
  switch (job.type) {
    case "keep":
      keep(job);
      return "done";
    case "refuse":
      refuse(job);
      return "done";
    case "compare":
      return compare(job);
  }
}

function answer(job: Job): FromThread {
  try {
    return { type: "outcome", outcome: run(job) };
  } catch (error) {
    const { message, code, syscall } = error as NodeJS.ErrnoException;
    const system = code === undefined || syscall === undefined ? null : { code, syscall };
    return { type: "failed", message, system };
  }
}

/** Runs one job after another. */
export function serve(port: MessagePort): void {
  port.on("message", ({ job }: ToThread) => port.postMessage(answer(job)));
}
