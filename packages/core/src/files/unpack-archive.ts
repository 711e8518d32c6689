import type { ArchiveKind, ArchiveTotals } from "@workspace-agent/archives";
import { readArchive } from "../archives/read-archive.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { volumePartMissing, type SpooledBody, type Staging, type Volume } from "../ports/volume.ts";
import { checkVolumePath } from "../domain/files/path.ts";
import { WriteWindow } from "./write-window.ts";

const FILE_MODE = 0o644;
const PROGRAM_MODE = 0o755;

export interface UnpackLimits {
  readonly kind: ArchiveKind;
  /** Of the archive itself; more is `payload_too_large`. */
  readonly maxArchiveBytes: number;
  /** Of all files in it together. */
  readonly maxBytes: number;
}

async function fill(
  staging: Staging,
  spooled: SpooledBody,
  { kind, maxBytes }: UnpackLimits,
): Promise<ArchiveTotals> {
  const archive = await readArchive(spooled, { kind, maxBytes });
  const writes = new WriteWindow();
  try {
    for await (const entry of archive.entries()) {
      if (entry.type === "dir") {
        await staging.makeDirectory(entry.path);
        continue;
      }
      if (entry.type === "symlink") {
        await staging.symlink(entry.path, entry.target);
        continue;
      }
      if (entry.sameAs !== undefined) {
        await writes.done();
        await staging.copy(entry.path, entry.sameAs);
        continue;
      }
      const content = await entry.content();
      const write = staging.write(entry.path, content, { mode: entry.executable ? PROGRAM_MODE : FILE_MODE });
      // A stream must be read before the next entry is requested.
      if (content instanceof Uint8Array) await writes.add(write);
      else await write;
    }
    await writes.done();
  } finally {
    await writes.settled();
  }
  await spooled.release();
  return archive.totals;
}

/**
 * Unpacks an archive into a directory of a volume, completely or not at all; parents are created. It is stored as it is, checked,
 * unpacked into a staging area, and moved in at the end. Errors of `readArchive` and `Staging.commit` are rethrown.
 * `once` is called when the archive is complete, and may return a stored answer without calling `unpack`.
 */
export async function unpackArchive<T>(
  volume: Volume,
  path: string,
  body: ReadableStream<Uint8Array>,
  limits: UnpackLimits,
  once: (unpack: () => Promise<ArchiveTotals>) => Promise<T>,
): Promise<T> {
  const there = await volume.stat(checkVolumePath(path));
  if (there?.type === "symlink") {
    throw new DomainError("invalid_path", "The path leads through a symbolic link.");
  }
  if (there !== null && there.type !== "dir") {
    throw new DomainError("already_exists", "A file is instead of the directory.");
  }
  if (volume.stage === undefined) throw volumePartMissing("staging");
  const staging = await volume.stage();
  try {
    const spooled = await staging.spool(body, { maxBytes: limits.maxArchiveBytes });
    return await once(async () => {
      const totals = await fill(staging, spooled, limits);
      await staging.commit(path);
      return totals;
    });
  } finally {
    await staging.discard();
  }
}
