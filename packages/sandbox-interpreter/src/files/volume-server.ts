import { DomainError, type ErrorCode } from "@workspace-agent/core";
import { orAborted, type SandboxMount, type Volume, type VolumeEntry } from "@workspace-agent/core/ports";
import type { Errno, FileFacts, VolumeAnswers, VolumeReply, VolumeRequest } from "../messages.ts";

const ERRNOS: Partial<Record<ErrorCode, Errno>> = {
  not_found: "ENOENT",
  already_exists: "EEXIST",
  // Mostly a link on the way: the interpreter follows none.
  invalid_path: "EPERM",
  payload_too_large: "EFBIG",
  quota_exceeded: "ENOSPC",
};

class Refusal extends Error {
  constructor(readonly errno: Errno) {
    super(errno);
  }
}

function errnoOf(error: unknown): Errno {
  if (error instanceof Refusal) return error.errno;
  return (DomainError.isInstance(error) ? ERRNOS[error.code] : undefined) ?? "EIO";
}

/** Whether a request changes the volume. */
export const isChange = ({ op }: VolumeRequest) => op !== "stat" && op !== "list" && op !== "read";

function refuseKilled(killed: AbortSignal): void {
  if (killed.aborted) throw new Refusal("EINTR");
}

const toFacts = ({ type, size, mtime }: VolumeEntry): FileFacts => ({ type, size, mtime });

async function readAll(volume: Volume, path: string, limit: number): Promise<Uint8Array> {
  const { body, entry } = await volume.read(path);
  if (entry.size > limit) {
    await body.cancel();
    throw new Refusal("EFBIG");
  }
  return new Uint8Array(await new Response(body).arrayBuffer());
}

/** A volume makes parents by itself, but `mkdir` and `mv` need an error for an absent one. */
async function requireParent(volume: Volume, path: string): Promise<void> {
  const parent = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  if (parent === "") return;
  const entry = await volume.stat(parent);
  if (entry === null) throw new Refusal("ENOENT");
  if (entry.type !== "dir") throw new Refusal(entry.type === "file" ? "ENOTDIR" : "EPERM");
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

/** A volume cannot append: reads the file and writes all of it, again where it was changed meanwhile. */
async function append(
  volume: Volume,
  path: string,
  bytes: Uint8Array,
  limit: number,
  killed: AbortSignal,
): Promise<void> {
  for (;;) {
    const before = await volume.stat(path);
    if (before !== null && bytes.length === 0) return;
    const content = before === null ? bytes : concat(await readAll(volume, path, limit), bytes);
    refuseKilled(killed);
    try {
      await volume.write(path, content, { ifMatch: before?.etag ?? null });
      return;
    } catch (error) {
      if (!DomainError.isInstance(error) || error.code !== "precondition_failed") throw error;
    }
  }
}

async function makeDirectory(volume: Volume, path: string, parents: boolean): Promise<void> {
  if (!parents) {
    if (path === "" || (await volume.stat(path)) !== null) throw new Refusal("EEXIST");
    await requireParent(volume, path);
  }
  await volume.makeDirectory(path);
}

async function move(volume: Volume, path: string, to: string): Promise<void> {
  const [from, replaced] = await Promise.all([volume.stat(path), volume.stat(to)]);
  if (from === null) throw new Refusal("ENOENT");
  await requireParent(volume, to);
  if (replaced?.type === "dir") {
    if (from.type !== "dir") throw new Refusal("EISDIR");
    if ((await volume.list(to, { limit: 1 })).entries.length > 0) throw new Refusal("ENOTEMPTY");
  } else if (replaced !== null && from.type === "dir") {
    throw new Refusal("ENOTDIR");
  }
  await volume.move(path, to, { overwrite: true });
}

async function refuseDirectory(volume: Volume, path: string): Promise<void> {
  if (path === "" || (await volume.stat(path))?.type === "dir") throw new Refusal("EISDIR");
}

/** Performs the worker's requests to volumes on the main thread. */
export class VolumeServer {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly maxFileBytes: number) {}

  /** Never throws. `mounts` are those of the command's handle. `killed` aborts when the command is killed. */
  async serve(
    mounts: readonly SandboxMount[],
    target: string,
    request: VolumeRequest,
    killed: AbortSignal,
  ): Promise<VolumeReply> {
    try {
      const mount = mounts.find((each) => each.target === target);
      if (mount === undefined) throw new Refusal("ENOENT");
      return { ok: true, value: await this.perform(mount, request, killed) };
    } catch (error) {
      return { ok: false, errno: errnoOf(error) };
    }
  }

  private async perform(
    { volume, access }: SandboxMount,
    request: VolumeRequest,
    killed: AbortSignal,
  ): Promise<VolumeAnswers[VolumeRequest["op"]]> {
    const { op, path } = request;
    if (isChange(request) && access === "read") throw new Refusal("EROFS");
    switch (op) {
      case "stat": {
        const entry = await volume.stat(path);
        return entry === null ? null : toFacts(entry);
      }
      case "list": {
        const entry = await volume.stat(path);
        if (entry?.type === "file") throw new Refusal("ENOTDIR");
        const { entries } = await volume.list(path, { limit: Number.MAX_SAFE_INTEGER });
        return entries.map((each) => ({ name: each.name, ...toFacts(each) }));
      }
      case "read": {
        const entry = await volume.stat(path);
        if (entry?.type === "dir") throw new Refusal("EISDIR");
        return this.turn(killed, () => readAll(volume, path, this.maxFileBytes));
      }
      case "write":
        await refuseDirectory(volume, path);
        await this.turn(killed, () => volume.write(path, request.bytes));
        return null;
      case "append":
        await refuseDirectory(volume, path);
        await this.turn(killed, () => append(volume, path, request.bytes, this.maxFileBytes, killed));
        return null;
      case "makeDirectory":
        await makeDirectory(volume, path, request.parents);
        return null;
      case "remove":
        await volume.remove(path);
        return null;
      case "move":
        await move(volume, path, request.to);
        return null;
    }
  }

  /**
   * Handles one file of a workspace at a time, so that no append is lost and only one file is in memory. A killed command leaves the queue.
   */
  private async turn<T>(killed: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.last;
    const { promise: over, resolve: leave } = Promise.withResolvers<undefined>();
    this.last = before.then(() => over);
    try {
      await orAborted(before, killed);
      refuseKilled(killed);
      return await work();
    } finally {
      leave(undefined);
    }
  }
}
