import type { FileHandle } from "node:fs/promises";
import { DomainError } from "@workspace-agent/core";
import { streamFile } from "../reading/file-body.ts";
import { withObjectErrors } from "./object-errors.ts";

/** Streams a range of an object's file, and closes it. A file that has become shorter is corrupt, since objects are never changed. */
export function objectBody(
  handle: FileHandle,
  key: string,
  start: number,
  stop: number,
): ReadableStream<Uint8Array> {
  const reader = streamFile(handle, start, stop).getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await withObjectErrors(() => reader.read()).catch((error: unknown) => {
          if (!DomainError.isInstance(error) || error.code !== "precondition_failed") throw error;
          throw new DomainError("object_corrupt", `The object ${key} became shorter.`, { cause: error });
        });
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
