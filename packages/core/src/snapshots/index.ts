/** What volumes with snapshots need of their format. It imports little else, so that a worker thread loads quickly. */
export { DomainError } from "../domain/errors/domain-error.ts";
export { IGNORE_FILE } from "@workspace-agent/archives/ignore-rules";
export {
  bytesOfName,
  nameOfBytes,
  nameOfText,
  shownName,
  shownPath,
  textOfName,
  type ByteName,
} from "./byte-name.ts";
export { Coverage } from "./coverage.ts";
export { incomplete } from "./failures.ts";
export { textOf } from "./file-text.ts";
export { CHUNK_BYTES, MAX_TEXT_BYTES, MOST_ENTRIES, MOST_LEVELS, PACKED_FILE_BYTES } from "./limits.ts";
export { PathCollector } from "./path-sample.ts";
export {
  covers,
  directoriesAt,
  planRestore,
  type PlanOptions,
  type RestoreAction,
  type RestorePlan,
} from "./plan-restore.ts";
export { readFrom, type ReadObject } from "./read-object.ts";
export { ObjectReader } from "./read-objects.ts";
export { readTree } from "./read-tree.ts";
export { decodeRoot, encodeRoot } from "./root.ts";
export { SnapshotWriter, type SnapshotWriterOptions } from "./snapshot-writer.ts";
export { textOfFile } from "./text-of-file.ts";
export {
  contentId,
  directoryAt,
  type Content,
  type NodeRef,
  type Pack,
  type PackRange,
  type Stamp,
  type TreeDirectory,
  type TreeEntry,
  type TreeFile,
  type TreeLink,
} from "./tree.ts";
