/** What volumes that keep baselines share; free of everything else of this package, so that a worker thread loads it quickly. */
export { blobHeader, blobId } from "./blob-id.ts";
export { textOf } from "./file-text.ts";
export { IGNORE_FILE, IgnoreRules } from "./ignore-rules.ts";
export * from "./limits.ts";
export { compareStates } from "./compare-states.ts";
export { KnownPaths, type RememberedFile, type RememberedFiles } from "./remembered.ts";
