import { DomainError } from "../errors/domain-error.ts";
import type { Sandbox, SandboxMount } from "./sandbox.ts";
import type { VolumeEntry } from "./volume.ts";

export type SandboxFiles = Pick<
  Sandbox,
  | "readFile"
  | "readBinaryFile"
  | "readTextFile"
  | "writeFile"
  | "writeBinaryFile"
  | "writeTextFile"
  | "stat"
  | "listDirectory"
  | "deleteFile"
>;

/** Files as the inside of a sandbox sees them, by absolute paths. Answers as the methods of `Sandbox` do. */
export interface FilesInside {
  read(path: string, signal?: AbortSignal): ReturnType<Sandbox["readFile"]>;
  write(path: string, content: ReadableStream<Uint8Array>, signal?: AbortSignal): Promise<void>;
  stat(path: string, signal?: AbortSignal): ReturnType<Sandbox["stat"]>;
  list(path: string, signal?: AbortSignal): ReturnType<Sandbox["listDirectory"]>;
  remove(path: string, signal?: AbortSignal): Promise<boolean>;
}

/** A path inside a sandbox made absolute, from `/workspace`, with `.` and `..` resolved. */
function resolveInside(path: string): string {
  const segments: string[] = [];
  for (const segment of (path.startsWith("/") ? path : `/workspace/${path}`).split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") segments.pop();
    else segments.push(segment);
  }
  return `/${segments.join("/")}`;
}

function isCode(error: unknown, code: DomainError["code"]): boolean {
  return DomainError.isInstance(error) && error.code === code;
}

const ENTRY_TYPES = { file: "file", dir: "directory", symlink: "symlink" } as const satisfies Record<
  VolumeEntry["type"],
  string
>;

/** The files of one mount, through its volume. A link on the way, and what is no file, is `invalid_path`. */
function filesOfMount({ target, volume, access }: SandboxMount): FilesInside {
  const relative = (path: string) => path.slice(target.length + 1);
  const writable = (path: string) => {
    if (access === "read") throw new DomainError("not_allowed", `${target} is read-only.`);
    return relative(path);
  };
  const entryOf = async (path: string) => {
    const entry = await volume.stat(relative(path));
    if (entry?.type === "symlink") throw new DomainError("invalid_path", "The path is a link.");
    return entry;
  };
  return {
    async read(path) {
      return (await entryOf(path)) === null ? null : (await volume.read(relative(path))).body;
    },
    async write(path, content) {
      await volume.write(writable(path), content);
    },
    async stat(path) {
      const entry = await entryOf(path);
      return entry === null ? null : { type: entry.type === "dir" ? "directory" : "file", size: entry.size };
    },
    async list(path) {
      if ((await entryOf(path)) === null) return null;
      const { entries } = await volume.list(relative(path), { limit: Number.MAX_SAFE_INTEGER });
      return entries.map(({ name, type }) => ({ name, type: ENTRY_TYPES[type] }));
    },
    async remove(path) {
      const entry = await volume.stat(writable(path));
      if (entry?.type === "dir") throw new DomainError("invalid_path", "The path is a directory.");
      if (entry !== null) await volume.remove(relative(path));
      return entry !== null;
    },
  };
}

function pickLines(text: string, startLine = 1, endLine = Infinity): string {
  if (startLine <= 1 && endLine === Infinity) return text;
  return text
    .split("\n")
    .slice(Math.max(1, startLine) - 1, endLine)
    .join("\n");
}

function decode(bytes: Uint8Array, encoding = "utf-8"): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch (cause) {
    throw new DomainError("invalid_request", `The encoding ${encoding} is not known.`, { cause });
  }
}

function encode(text: string, encoding = "utf-8"): Uint8Array {
  if (/^utf-?8$/i.test(encoding)) return new TextEncoder().encode(text);
  throw new DomainError("invalid_request", "Text is written as UTF-8 only.");
}

/**
 * The file methods of a sandbox: through the volume under a mount, so that its atomicity and quota hold and nothing has to
 * run, and through `inside` elsewhere and wherever a link leads: inside, it cannot lead out.
 */
export function sandboxFiles(mounts: readonly SandboxMount[], inside: FilesInside): SandboxFiles {
  const mounted = mounts.map((mount) => ({ target: mount.target, files: filesOfMount(mount) }));

  async function through<T>(
    path: string,
    signal: AbortSignal | undefined,
    work: (files: FilesInside, path: string) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const resolved = resolveInside(path);
    const mount = mounted.find(({ target }) => resolved === target || resolved.startsWith(`${target}/`));
    if (mount !== undefined) {
      try {
        return await work(mount.files, resolved);
      } catch (error) {
        if (isCode(error, "not_found")) return work(inside, resolved);
        if (!isCode(error, "invalid_path")) throw error;
      }
    }
    return work(inside, resolved);
  }

  const methods: SandboxFiles = {
    readFile: ({ path, abortSignal }) =>
      through(path, abortSignal, (files, resolved) => files.read(resolved, abortSignal)),
    async readBinaryFile(options) {
      const body = await methods.readFile(options);
      return body === null ? null : new Uint8Array(await new Response(body).arrayBuffer());
    },
    async readTextFile({ encoding, startLine, endLine, ...options }) {
      const bytes = await methods.readBinaryFile(options);
      return bytes === null ? null : pickLines(decode(bytes, encoding), startLine, endLine);
    },
    async writeFile({ path, content, abortSignal }) {
      await through(path, abortSignal, (files, resolved) => files.write(resolved, content, abortSignal));
    },
    writeBinaryFile: ({ content, ...options }) =>
      methods.writeFile({ ...options, content: new Blob([Uint8Array.from(content)]).stream() }),
    writeTextFile: ({ content, encoding, ...options }) =>
      methods.writeBinaryFile({ ...options, content: encode(content, encoding) }),
    stat: ({ path, abortSignal }) =>
      through(path, abortSignal, (files, resolved) => files.stat(resolved, abortSignal)),
    listDirectory: ({ path, abortSignal }) =>
      through(path, abortSignal, (files, resolved) => files.list(resolved, abortSignal)),
    deleteFile: ({ path, abortSignal }) =>
      through(path, abortSignal, (files, resolved) => files.remove(resolved, abortSignal)),
  };
  return methods;
}
