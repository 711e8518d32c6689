import { parentPort, workerData } from "node:worker_threads";
import type { WorkerSetup } from "./messages.ts";
import { serve } from "./worker/serve.ts";

if (parentPort === null) throw new Error("This file runs as a worker thread only.");
// Some runtimes print the worker's output in spite of `stdout: true`.
for (const method of ["debug", "info", "log", "warn", "error"] as const) console[method] = () => {};
serve(parentPort, workerData as WorkerSetup);
