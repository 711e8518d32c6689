import { mkdir, open, readlink, rename, rm, stat, unlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DomainError, type Clock } from "@workspace-agent/core";
import { REMOVED_WRITER, type Comparison, type VolumeBaselines } from "@workspace-agent/core/ports";
import { blobId } from "@workspace-agent/core/changes";
import type { VolumeRoot } from "../directories/descend.ts";
import { inParent } from "../directories/with-directory.ts";
import { newTemporaryName, whileInUse } from "../entries/temporary-names.ts";
import { readFile } from "../reading/read-file.ts";
import { hasCode } from "../has-code.ts";
import { withDomainErrors } from "../system-errors.ts";
import { TooSlow, type VolumeThreads } from "../threads/volume-threads.ts";
import type { VolumeLocation } from "../directories/open-directory.ts";
import type { Compared, StoredContent } from "../threads/messages.ts";
import { ENDED, endOf, INDEX, REMOVED, WROTE } from "./names.ts";

/** How long a thread may read the files of one volume. */
const MAX_READING_MS = 20_000;
const MAX_REFUSING_MS = 10_000;
/** A turn waits for it before it ends. */
const MAX_ENDING_MS = 5_000;

const NAME = /^[A-Za-z0-9_-]{1,128}$/;

const notTold = () =>
  new DomainError("not_allowed", "The workspace has too many files to record its changes.");

export interface FolderBaselinesOptions {
  readonly root: VolumeRoot;
  /** The folder of the workspace's baselines, beside its files. */
  readonly dir: string;
  readonly hasProc: boolean;
  readonly threads: VolumeThreads;
  readonly clock: Clock;
  readonly durable: boolean;
  /** The baselines that are known to exist, shared by all handles of the volume. */
  readonly known: Set<string>;
}

/** The folder name of a baseline, unique even on file systems that ignore case. */
function folderOf(name: string): string {
  if (!NAME.test(name))
    throw new DomainError(
      "invalid_request",
      "The name of a baseline may have only letters, digits, _ and -.",
    );
  return name.replace(/[A-Z]/g, (letter) => `%${letter.toLowerCase()}`);
}

function nameOf(folder: string): string {
  if (folder === REMOVED) return REMOVED_WRITER;
  return folder.replace(/%([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Sets the time of a file, which is made where it is absent. Returns false where its folder is absent. */
async function touch(path: string, milliseconds: number): Promise<boolean> {
  const seconds = milliseconds / 1000;
  try {
    await utimes(path, seconds, seconds);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
    try {
      await writeFile(path, "", { mode: 0o600 });
    } catch (cause) {
      if (hasCode(cause, "ENOENT")) return false;
      throw cause;
    }
    await utimes(path, seconds, seconds);
  }
  return true;
}

/** Makes a folder where it is absent. Its parent must exist. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  }
}

async function modified(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

async function readStored(
  path: string,
  { offset, size }: StoredContent,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = new Uint8Array(size);
  try {
    await using handle = await open(path);
    const { bytesRead } = await handle.read(bytes, 0, size, offset);
    return bytesRead === size ? bytes : null;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** The baselines of a workspace. Each is a folder beside its files. Threads make and compare them. */
export class FolderBaselines implements VolumeBaselines {
  constructor(private readonly options: FolderBaselinesOptions) {}

  record(name: string): Promise<void> {
    return withDomainErrors(async () => {
      const { dir, known } = this.options;
      const folder = folderOf(name);
      const path = join(dir, folder);
      if (known.has(path)) return;
      if ((await modified(join(path, INDEX))) === null) await this.make(folder);
      known.add(path);
    });
  }

  private async make(name: string): Promise<void> {
    const { dir, threads, clock, durable } = this.options;
    await makeFolder(dir);
    const common = { dir, name, now: clock.now(), durable };
    const hidden = newTemporaryName();
    await whileInUse(hidden, async () => {
      try {
        const job = { type: "keep", volume: this.location, hidden, endOf: null, ...common } as const;
        await threads.run(job, MAX_READING_MS);
      } catch (error) {
        await rm(join(dir, hidden), { recursive: true, force: true });
        if (!(error instanceof TooSlow)) throw error;
        await threads.run({ type: "refuse", hidden, ...common }, MAX_REFUSING_MS);
      }
    });
  }

  noteWrite(name: string): Promise<void> {
    return withDomainErrors(async () => {
      const { dir, clock } = this.options;
      const folder = join(dir, folderOf(name));
      await unlink(join(folder, ENDED)).catch((error: unknown) => {
        if (!hasCode(error, "ENOENT")) throw error;
      });
      await touch(join(folder, WROTE), clock.now());
    });
  }

  end(name: string): Promise<void> {
    return withDomainErrors(async () => {
      const { dir, threads, clock, durable } = this.options;
      const folder = folderOf(name);
      if ((await modified(join(dir, folder, ENDED))) !== null) return;
      if ((await modified(join(dir, folder, INDEX))) === null) return;
      const hidden = newTemporaryName();
      const end = { hidden, dir, name: endOf(folder), endOf: folder, now: clock.now(), durable };
      await whileInUse(hidden, async () => {
        try {
          await threads.run({ type: "keep", volume: this.location, ...end }, MAX_ENDING_MS);
        } catch (error) {
          await rm(join(dir, hidden), { recursive: true, force: true });
          if (!(error instanceof TooSlow)) throw error;
        }
      });
    });
  }

  compare(name: string): Promise<Comparison | null> {
    return withDomainErrors(async () => {
      const { dir, threads } = this.options;
      const folder = folderOf(name);
      try {
        const job = { type: "compare", volume: this.location, dir, name: folder } as const;
        const outcome = await threads.run(job, MAX_READING_MS);
        if (outcome === "refused" || outcome === "done") throw notTold();
        return outcome === null ? null : this.comparison(folder, outcome);
      } catch (error) {
        if (error instanceof TooSlow) throw notTold();
        throw error;
      }
    });
  }

  private comparison(folder: string, compared: Compared): Comparison {
    const { changes, stored, storedAtEnd, writers } = compared;
    const { dir } = this.options;
    return {
      changes,
      writers: writers.map(nameOf),
      before: (path) =>
        withDomainErrors(async () => {
          const content = stored.get(path);
          return content === undefined ? null : await readStored(join(dir, folder, content.pack), content);
        }),
      after: (path, maxBytes) =>
        withDomainErrors(() =>
          storedAtEnd === null
            ? this.read(path, maxBytes)
            : this.readAtEnd(endOf(folder), compared, path, maxBytes),
        ),
    };
  }

  /** Reads content that was not stored from the file, if that is unchanged. */
  private async readAtEnd(
    folder: string,
    { changes, storedAtEnd }: Compared,
    path: string,
    maxBytes: number,
  ): ReturnType<Comparison["after"]> {
    const side = changes.find((change) => change.path === path)?.after ?? null;
    if (side === null) return "absent";
    if (side.size > maxBytes) return "too_large";
    const content = storedAtEnd?.get(path);
    const stored =
      content === undefined ? null : await readStored(join(this.options.dir, folder, content.pack), content);
    if (stored !== null) return stored;
    const now = await this.read(path, maxBytes);
    return typeof now !== "string" && (await blobId(now)) === side.id ? now : "too_large";
  }

  remove(name: string): Promise<void> {
    return withDomainErrors(async () => {
      const { dir, known } = this.options;
      const path = join(dir, folderOf(name));
      known.delete(path);
      const wrote = await modified(join(path, WROTE));
      const removed = await modified(join(dir, REMOVED));
      // First, so that an interrupted removal can be repeated.
      if (wrote !== null) await touch(join(dir, REMOVED), Math.max(wrote, removed ?? 0));
      const hidden = newTemporaryName();
      await whileInUse(hidden, async () => {
        try {
          await rename(path, join(dir, hidden));
        } catch (error) {
          if (hasCode(error, "ENOENT")) return;
          throw error;
        }
        await rm(join(dir, hidden), { recursive: true, force: true });
      });
      await rm(join(dir, endOf(folderOf(name))), { recursive: true, force: true });
    });
  }

  private get location(): VolumeLocation {
    return { base: this.options.root.base, hasProc: this.options.hasProc };
  }

  private async read(path: string, maxBytes: number): ReturnType<Comparison["after"]> {
    const { root } = this.options;
    try {
      const target = await this.linkTarget(path);
      if (target !== null) return target;
      const { entry, body } = await readFile(root, path, {});
      if (entry.size <= maxBytes) return new Uint8Array(await new Response(body).arrayBuffer());
      await body.cancel();
      return "too_large";
    } catch (error) {
      const isGone = DomainError.isInstance(error) && ["not_found", "invalid_path"].includes(error.code);
      if (isGone || hasCode(error, "ENOENT", "ELOOP")) return "absent";
      if (hasCode(error, "EACCES", "EPERM")) return "too_large";
      throw error;
    }
  }

  /** The target of a link; null where the path is no link. */
  private linkTarget(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
    return inParent(
      this.options.root,
      path,
      async (directory, name) => {
        try {
          const target = await directory.at(name, (at) => readlink(at, { encoding: "buffer" }));
          return new Uint8Array(target);
        } catch (error) {
          if (hasCode(error, "EINVAL")) return null;
          throw error;
        }
      },
      () => null,
    );
  }
}
