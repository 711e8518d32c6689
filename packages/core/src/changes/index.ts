/** Code for volumes with baselines. It imports nothing else of this package, so that a worker thread loads quickly. */
export { IGNORE_FILE, IgnoreRules } from "@workspace-agent/archives/ignore-rules";
export { blobHeader, blobId } from "./blob-id.ts";
export { textOf } from "./file-text.ts";
export * from "./limits.ts";
export { compareStates } from "./compare-states.ts";
export { KnownPaths, type RememberedFile, type RememberedFiles } from "./remembered.ts";
