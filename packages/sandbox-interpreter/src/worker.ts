import { parentPort, workerData } from "node:worker_threads";
import type { WorkerSetup } from "./messages.ts";
import { serve } from "./worker/serve.ts";

if (parentPort === null) throw new Error("This file runs as a worker thread only.");
// What the interpreter itself prints is not the host's to show, and some runtimes show it beside `stdout: true`.
for (const method of ["debug", "info", "log", "warn", "error"] as const) console[method] = () => {};
serve(parentPort, workerData as WorkerSetup);
