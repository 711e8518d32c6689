import { collectBody } from "@workspace-agent/archives";
import { DomainError } from "../domain/errors/domain-error.ts";
import { hostFailure } from "../domain/errors/host-failure.ts";
import type { Sandbox, SandboxMount } from "../ports/sandbox.ts";
import type { VolumeEntry } from "../ports/volume.ts";

/** Makes a path inside the sandbox absolute and resolves `.` and `..`. Throws `invalid_path` if it contains NUL. */
export function resolvePath(path: string, workingDirectory: string): string {
  if (path.includes("\0")) throw new DomainError("invalid_path", "The path contains NUL. Remove it.");
  const joined = path.startsWith("/") ? path : `${workingDirectory}/${path}`;
  const segments: string[] = [];
  for (const segment of joined.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") segments.pop();
    else segments.push(segment);
  }
  return `/${segments.join("/")}`;
}

/** What exists at a path. */
export type FoundFile =
  | {
      readonly type: "file";
      readonly bytes: Uint8Array;
      /** Of the volume. Absent outside of mounts. */
      readonly etag?: string;
    }
  | { readonly type: "directory" }
  | { readonly type: "nothing" };

interface Located {
  readonly mount: SandboxMount;
  /** Relative to the mounted volume. */
  readonly path: string;
}

function checkSize(size: number, limit: number): void {
  if (size > limit) throw new DomainError("payload_too_large", `The file is larger than ${limit} bytes.`);
}

function readAll(
  body: ReadableStream<Uint8Array>,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  return collectBody(body, (size) => {
    signal?.throwIfAborted();
    checkSize(size, limit);
  });
}

/**
 * Files by absolute paths inside the sandbox. Paths under a mount go through its volume, so that no sandbox has to run; all others go
 * through the sandbox. So do paths with a symbolic link, because inside the sandbox a link cannot lead out.
 */
export class AgentFiles {
  constructor(
    private readonly mounts: readonly SandboxMount[],
    private readonly sandbox: () => Promise<Sandbox>,
  ) {}

  /** The same files, with another function that opens the sandbox. */
  within(sandbox: () => Promise<Sandbox>): AgentFiles {
    return new AgentFiles(this.mounts, sandbox);
  }

  /** The innermost mount that contains an absolute path. */
  locate(path: string): Located | null {
    const mount = this.mounts
      .filter(({ target }) => path === target || path.startsWith(`${target}/`))
      .sort((a, b) => b.target.length - a.target.length)[0];
    return mount === undefined ? null : { mount, path: path.slice(mount.target.length + 1) };
  }

  /** What `work` gives in the volume of a path. Null if the path is outside of all mounts, or `invalid_path` there, as a link is. */
  private async inVolume<T>(path: string, work: (located: Located) => Promise<T>): Promise<T | null> {
    const located = this.locate(path);
    if (located === null) return null;
    try {
      return await work(located);
    } catch (error) {
      if (DomainError.isInstance(error) && error.code === "invalid_path") return null;
      throw hostFailure(error) ?? error;
    }
  }

  /** The volume's entry, or null if there is none or the path is outside of all mounts. */
  entry(path: string): Promise<VolumeEntry | null> {
    return this.inVolume(path, ({ mount, path: inside }) => mount.volume.stat(inside));
  }

  /** A file's bytes, or what exists there instead. Throws `payload_too_large` above `limit` bytes, before reading if the size is known. */
  async read(path: string, limit: number, signal?: AbortSignal): Promise<FoundFile> {
    try {
      const found = await this.inVolume(path, async ({ mount, path: inside }): Promise<FoundFile> => {
        const entry = await mount.volume.stat(inside);
        if (entry?.type === "dir") return { type: "directory" };
        if (entry?.type === "file") checkSize(entry.size, limit);
        const { entry: read, body } = await mount.volume.read(inside);
        return { type: "file", bytes: await readAll(body, limit, signal), etag: read.etag };
      });
      if (found !== null) return found;
      const sandbox = await this.sandbox();
      const options = { path, ...(signal !== undefined && { abortSignal: signal }) };
      const stat = await sandbox.stat(options);
      if (stat?.type === "directory") return { type: "directory" };
      if (stat?.type === "other")
        throw new DomainError("invalid_path", "A pipe, socket or device cannot be read as a file.");
      checkSize(stat?.size ?? 0, limit);
      const body = await sandbox.readFile(options);
      if (body === null) return { type: "nothing" };
      return { type: "file", bytes: await readAll(body, limit, signal) };
    } catch (error) {
      if (DomainError.isInstance(error) && error.code === "not_found") return { type: "nothing" };
      throw error;
    }
  }

  /** Throws `not_allowed` for a path on a read-only mount. */
  checkWritable(path: string): void {
    const mount = this.locate(path)?.mount;
    if (mount?.access === "read") throw new DomainError("not_allowed", `${mount.target} is read-only.`);
  }

  /**
   * Writes a complete file and creates its parents. Throws `not_allowed` on a read-only mount, and `precondition_failed` if the volume's
   * file does not have the etag `ifMatch` (null: if there is a file). Throws the reason of a signal that aborts before the write begins.
   */
  async write(
    path: string,
    content: Uint8Array,
    ifMatch?: string | null,
    signal?: AbortSignal,
  ): Promise<void> {
    this.checkWritable(path);
    const written = await this.inVolume(path, ({ mount, path: inside }) =>
      mount.volume.write(inside, content, ifMatch === undefined ? {} : { ifMatch }),
    );
    if (written !== null) return;
    const sandbox = await this.sandbox();
    signal?.throwIfAborted();
    // Without the signal, which would cut off a write that has begun, and leave a part of the file.
    await sandbox.writeBinaryFile({ path, content });
  }
}
