import { parentPort } from "node:worker_threads";
import { serve } from "./serve-jobs.ts";

if (parentPort === null) throw new Error("This file runs as a worker thread only.");
serve(parentPort);
