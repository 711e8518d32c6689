/** The program of the threads, beside this file in the published package. */
export const defaultWorkerUrl = (): URL =>
  new URL(import.meta.url.endsWith(".ts") ? "./snapshot-worker.ts" : "./snapshot-worker.js", import.meta.url);
