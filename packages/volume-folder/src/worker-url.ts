import { existsSync } from "node:fs";

/** The program of the threads, beside this file in the published package. */
const defaultWorkerUrl = (): URL =>
  new URL(import.meta.url.endsWith(".ts") ? "./snapshot-worker.ts" : "./snapshot-worker.js", import.meta.url);

/** The URL of the program of the threads. Throws if there is none, as in a bundle that contains this package. */
export function checkedWorkerUrl(given: URL | undefined): URL {
  const url = given ?? defaultWorkerUrl();
  if (url.protocol !== "file:" || existsSync(url)) return url;
  throw new Error(
    "snapshot-worker.js of @workspace-agent/volume-folder is missing. Leave the package out of the bundle, or set workerUrl.",
  );
}
