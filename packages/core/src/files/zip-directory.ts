import type { ArchiveInput } from "../archives/archive-entry.ts";
import { zipStream } from "../archives/zip/write-zip.ts";
import { linkFault } from "../archives/link-fault.ts";
import { DomainError } from "../errors/domain-error.ts";
import type { Volume, VolumeEntry } from "../ports/volume.ts";

/** What `work` gives; null for what went, or became something else, since its directory was read. */
async function unlessGone<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (DomainError.isInstance(error) && (error.code === "not_found" || error.code === "invalid_path")) {
      return null;
    }
    throw error;
  }
}

async function entriesOf(volume: Volume, path: string): Promise<readonly VolumeEntry[]> {
  const { entries, truncated } = await volume.list(path);
  if (truncated) throw new DomainError("internal", "A directory could not be read.");
  return entries;
}

/** Everything below, one directory in memory at a time (and the rest of those above). */
async function* below(volume: Volume, first: readonly VolumeEntry[]): AsyncGenerator<VolumeEntry, void> {
  const waiting = [...first].reverse();
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    yield entry;
    if (entry.type !== "dir") continue;
    const entries = await unlessGone(entriesOf(volume, entry.path));
    for (const child of [...(entries ?? [])].reverse()) waiting.push(child);
  }
}

async function* inputs(
  volume: Volume,
  path: string,
  first: readonly VolumeEntry[],
): AsyncGenerator<ArchiveInput, void> {
  const nameFrom = path === "" ? 0 : path.length + 1;
  const none = () => Promise.reject(new Error("Only files have bytes."));
  for await (const { path: full, type, mtime } of below(volume, first)) {
    const name = full.slice(nameFrom);
    if (type === "dir") {
      yield { path: name, type, size: 0, executable: false, mtime, body: none };
      continue;
    }
    if (type === "symlink") {
      const target = await unlessGone(volume.readLink(full));
      // Whoever unpacks it elsewhere gets no link that leads out of there.
      if (target === null || linkFault(name, target) !== null) continue;
      yield { path: name, type, target, size: 0, executable: false, mtime, body: none };
      continue;
    }
    const read = await unlessGone(volume.read(full));
    if (read === null) continue;
    const { size, executable } = read.entry;
    yield { path: name, type: "file", size, executable, mtime, body: () => Promise.resolve(read.body) };
  }
}

/**
 * Reads a directory as a zip, made while it is read. Symbolic links are links there too; those that may lead out of the directory
 * are left out, and so is what goes meanwhile. What is no directory is
 * told before anything is read; what fails later breaks the stream off.
 */
export async function zipDirectory(volume: Volume, path: string): Promise<() => ReadableStream<Uint8Array>> {
  const first = await entriesOf(volume, path);
  return () => zipStream(inputs(volume, path, first));
}
