import {
  ArchiveError,
  readArchive as read,
  withErrors,
  type Archive,
  type ArchiveEntry,
  type ArchiveErrorCode,
  type ArchiveSource,
  type ReadArchiveOptions,
} from "@workspace-agent/archives";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { ErrorCode } from "../domain/errors/codes.ts";
import { nextTask } from "../runtime/next-task.ts";

const CODES = {
  invalid_archive: "invalid_request",
  invalid_path: "invalid_path",
} as const satisfies Record<ArchiveErrorCode, ErrorCode>;

function asDomainError(error: unknown): unknown {
  if (!ArchiveError.isInstance(error)) return error;
  return new DomainError(CODES[error.code], error.detail, { cause: error.cause });
}

function entryOf(entry: ArchiveEntry): ArchiveEntry {
  return {
    ...entry,
    body: () => withErrors(entry.body(), asDomainError),
    content: async () => {
      const content = await entry.content().catch((error: unknown) => {
        throw asDomainError(error);
      });
      return content instanceof Uint8Array ? content : withErrors(content, asDomainError);
    },
  };
}

async function* entriesOf(archive: Archive): AsyncGenerator<ArchiveEntry, void> {
  try {
    for await (const entry of archive.entries()) yield entryOf(entry);
  } catch (error) {
    throw asDomainError(error);
  }
}

/** `readArchive` of the archives package. A refused archive is `invalid_request`, and `invalid_path` for the name of an entry. */
export async function readArchive(source: ArchiveSource, options: ReadArchiveOptions): Promise<Archive> {
  try {
    const archive = await read(source, { nextTask, ...options });
    return { ...archive, entries: () => entriesOf(archive) };
  } catch (error) {
    throw asDomainError(error);
  }
}
