import type { FileHandle } from "node:fs/promises";
import { DomainError } from "@workspace-agent/core";
import { streamFile } from "../reading/file-body.ts";
import { toObjectError } from "./object-errors.ts";

/** Streams a range of an object's file, and closes it. A file that has become shorter is corrupt, since objects are never changed. */
export function objectBody(
  handle: FileHandle,
  key: string,
  start: number,
  stop: number,
): ReadableStream<Uint8Array> {
  return streamFile(handle, start, stop, (error) =>
    DomainError.isInstance(error) && error.code === "precondition_failed"
      ? new DomainError("object_corrupt", `The object ${key} became shorter.`, { cause: error })
      : toObjectError(error),
  );
}
