/** The program of the baseline threads, beside this file in the published package. */
export const defaultWorkerUrl = (): URL =>
  new URL(import.meta.url.endsWith(".ts") ? "./baseline-worker.ts" : "./baseline-worker.js", import.meta.url);
