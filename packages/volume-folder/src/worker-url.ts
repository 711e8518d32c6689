/** The program of the thread that reads baselines, beside this file as it is shipped. */
export const defaultWorkerUrl = (): URL =>
  new URL(import.meta.url.endsWith(".ts") ? "./baseline-worker.ts" : "./baseline-worker.js", import.meta.url);
