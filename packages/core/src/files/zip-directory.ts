import { linkFault, SMALL_BYTES, zipStream, type ArchiveInput } from "@workspace-agent/archives";
import { DomainError } from "../domain/errors/domain-error.ts";
import { nextTask } from "../runtime/next-task.ts";
import { unlessGone, type VolumeContent, type VolumeEntry } from "../ports/volume.ts";
import type { ReadableFiles } from "./workspace-files.ts";

async function entriesOf(volume: ReadableFiles, path: string): Promise<readonly VolumeEntry[]> {
  const { entries, truncated } = await volume.list(path);
  if (truncated) throw new DomainError("internal", "A directory could not be read.");
  return entries;
}

/** All entries below a directory. In memory are only the current directory and the rest of its parents. */
async function* below(volume: ReadableFiles, path: string): AsyncGenerator<VolumeContent, void> {
  const waiting = [...(await entriesOf(volume, path))].reverse();
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    yield { entry, bytes: null };
    if (entry.type !== "dir") continue;
    const entries = await unlessGone(entriesOf(volume, entry.path));
    for (const child of [...(entries ?? [])].reverse()) waiting.push(child);
  }
}

const noBytes = () => Promise.reject(new Error("Only files have bytes."));

/** The zip entry of a name. Null if it was deleted meanwhile, or is a link that may point outside of the directory. */
async function inputOf(
  volume: ReadableFiles,
  name: string,
  { entry, bytes }: VolumeContent,
): Promise<ArchiveInput | null> {
  const { type, mtime } = entry;
  const empty = { path: name, size: 0, executable: false, mtime, body: noBytes };
  if (type === "dir") return { ...empty, type };
  if (type === "symlink") {
    const target = await unlessGone(volume.readLink(entry.path));
    return target === null || linkFault(name, target) !== null ? null : { ...empty, type, target };
  }
  const read = bytes === null ? await unlessGone(volume.read(entry.path)) : { entry, body: bytes };
  if (read === null) return null;
  const { size, executable } = read.entry;
  return { path: name, type, size, executable, mtime, body: () => Promise.resolve(read.body) };
}

async function* inputs(volume: ReadableFiles, path: string): AsyncGenerator<ArchiveInput, void> {
  const nameFrom = path === "" ? 0 : path.length + 1;
  for await (const content of volume.readBelow?.(path, { upTo: SMALL_BYTES }) ?? below(volume, path)) {
    const input = await inputOf(volume, content.entry.path.slice(nameFrom), content);
    if (input !== null) yield input;
  }
}

/**
 * Reads a directory as a zip that is created while it is read. Symbolic links stay links; those that may point outside of the directory
 * are left out, and so is what goes meanwhile. What is not a directory is refused before anything is read; what fails later breaks the
 * stream.
 */
export async function zipDirectory(
  volume: ReadableFiles,
  path: string,
): Promise<() => ReadableStream<Uint8Array>> {
  await volume.list(path, { limit: 1 });
  return () => zipStream(inputs(volume, path), { nextTask });
}
