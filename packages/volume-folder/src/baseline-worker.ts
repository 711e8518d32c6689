import { parentPort } from "node:worker_threads";
import { serve } from "./baselines/worker/serve.ts";

if (parentPort === null) throw new Error("This file runs as a worker thread only.");
serve(parentPort);
