import { DomainError } from "../domain/errors/domain-error.ts";
import type { Sandbox, SandboxMount, SandboxProcess } from "./sandbox.ts";
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

/** A path inside a sandbox made absolute, from `/workspace`, with `.` and `..` resolved. NUL would end it, and begin another word. */
function resolveInside(path: string): string {
  if (path.includes("\0")) throw new DomainError("invalid_path", "The path holds a NUL character.");
  const segments: string[] = [];
  for (const segment of (path.startsWith("/") ? path : `/workspace/${path}`).split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") segments.pop();
    else segments.push(segment);
  }
  return `/${segments.join("/")}`;
}

const ENTRY_TYPES = { file: "file", dir: "directory", symlink: "symlink" } as const satisfies Record<
  VolumeEntry["type"],
  string
>;

/** The files of one mount, through its volume. */
function filesOfMount({ target, volume, access }: SandboxMount): FilesInside {
  const relative = (path: string) => path.slice(target.length + 1);
  const writable = (path: string) => {
    if (access === "read") throw new DomainError("not_allowed", `${target} is read-only.`);
    return relative(path);
  };
  return {
    async read(path) {
      const entry = await volume.stat(relative(path));
      return entry === null ? null : (await volume.read(relative(path))).body;
    },
    async write(path, content) {
      await volume.write(writable(path), content);
    },
    async stat(path) {
      const entry = await volume.stat(relative(path));
      return entry === null ? null : { type: entry.type === "dir" ? "directory" : "file", size: entry.size };
    },
    async list(path) {
      if ((await volume.stat(relative(path))) === null) return null;
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

/** Whether a volume shows a path as it is seen inside: a link at the path or on the way is followed only there. */
async function isPlain({ target, volume }: SandboxMount, path: string): Promise<boolean> {
  try {
    const entry = await volume.stat(path.slice(target.length + 1));
    return entry?.type !== "symlink";
  } catch (error) {
    if (DomainError.isInstance(error) && error.code === "invalid_path") return false;
    throw error;
  }
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
 * run, and through `inside` in all other cases and wherever a link leads: inside, it cannot lead out.
 */
export function sandboxFiles(mounts: readonly SandboxMount[], inside: FilesInside): SandboxFiles {
  const mounted = mounts.map((mount) => ({ mount, files: filesOfMount(mount) }));

  async function at<T>(
    { path, abortSignal }: { readonly path: string; readonly abortSignal?: AbortSignal },
    work: (files: FilesInside, path: string) => Promise<T>,
  ): Promise<T> {
    abortSignal?.throwIfAborted();
    const resolved = resolveInside(path);
    const found = mounted.find(
      ({ mount: { target } }) => resolved === target || resolved.startsWith(`${target}/`),
    );
    const isOfVolume = found !== undefined && (await isPlain(found.mount, resolved));
    return work(isOfVolume ? found.files : inside, resolved);
  }

  const methods: SandboxFiles = {
    readFile: (options) => at(options, (files, path) => files.read(path, options.abortSignal)),
    async readBinaryFile(options) {
      const body = await methods.readFile(options);
      return body === null ? null : new Uint8Array(await new Response(body).arrayBuffer());
    },
    async readTextFile({ encoding, startLine, endLine, ...options }) {
      const bytes = await methods.readBinaryFile(options);
      return bytes === null ? null : pickLines(decode(bytes, encoding), startLine, endLine);
    },
    writeFile: ({ content, ...options }) =>
      at(options, (files, path) => files.write(path, content, options.abortSignal)),
    writeBinaryFile: ({ content, ...options }) =>
      methods.writeFile({ ...options, content: new Blob([Uint8Array.from(content)]).stream() }),
    writeTextFile: ({ content, encoding, ...options }) =>
      methods.writeBinaryFile({ ...options, content: encode(content, encoding) }),
    stat: (options) => at(options, (files, path) => files.stat(path, options.abortSignal)),
    listDirectory: (options) => at(options, (files, path) => files.list(path, options.abortSignal)),
    deleteFile: (options) => at(options, (files, path) => files.remove(path, options.abortSignal)),
  };
  return methods;
}

/** What `run` of a sandbox is, made of its `spawn`. Output that is not UTF-8 is shown with U+FFFD. */
export async function runToEnd(
  process: SandboxProcess,
): Promise<{ readonly exitCode: number; readonly stdout: string; readonly stderr: string }> {
  const [{ exitCode }, stdout, stderr] = await Promise.all([
    process.wait(),
    new Response(process.stdout).text(),
    new Response(process.stderr).text(),
  ]);
  return { exitCode, stdout, stderr };
}
