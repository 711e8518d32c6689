import { parentPort, workerData } from "node:worker_threads";
import type { WorkerSetup } from "./messages.ts";
import { serve } from "./worker/serve.ts";

if (parentPort === null) throw new Error("This file runs as a worker thread only.");
serve(parentPort, workerData as WorkerSetup);
