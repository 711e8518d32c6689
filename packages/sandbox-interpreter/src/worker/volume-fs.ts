import { posix } from "node:path";
import type {
  BufferEncoding,
  CpOptions,
  FileContent,
  FsStat,
  IFileSystem,
  MkdirOptions,
  RmOptions,
} from "just-bash";
import type { FileFacts, MountPoint, VolumeAnswers, VolumeRequest } from "../messages.ts";
import { FileError } from "./file-error.ts";

type AskVolume = <Request extends VolumeRequest>(request: Request) => Promise<VolumeAnswers[Request["op"]]>;

type Encoding = { encoding?: BufferEncoding | null } | BufferEncoding;

/** Volumes store no permissions: everything is readable and executable. */
const MODE = 0o755;
const ROOT: FileFacts = { type: "dir", size: 0, mtime: 0 };

function encodingOf(options: Encoding | undefined): BufferEncoding {
  return (typeof options === "string" ? options : options?.encoding) ?? "utf8";
}

function toBytes(content: FileContent, options: Encoding | undefined): Uint8Array {
  return typeof content === "string" ? Buffer.from(content, encodingOf(options)) : content;
}

function toStat({ type, size, mtime }: FileFacts): FsStat {
  return {
    isFile: type === "file",
    isDirectory: type === "dir",
    isSymbolicLink: type === "symlink",
    mode: MODE,
    size,
    mtime: new Date(mtime),
  };
}

/**
 * A mounted volume as the interpreter's file system, for one command. Paths are absolute below the mount. Links are listed, but never made or
 * followed (EPERM). Changes of permissions and times have no effect.
 */
export class VolumeFs implements IFileSystem {
  private readonly mount: MountPoint;
  private readonly ask: AskVolume;

  constructor(mount: MountPoint, ask: AskVolume) {
    this.mount = mount;
    this.ask = ask;
  }

  private fail(errno: FileError["code"], operation: string, path: string): FileError {
    return new FileError(errno, operation, `${this.mount.target}${path}`);
  }

  private relative(path: string): string {
    return posix.resolve("/", path).slice(1);
  }

  /** The relative form of a path that will be changed. */
  private writable(operation: string, path: string): string {
    if (this.mount.access === "read") throw this.fail("EROFS", operation, path);
    return this.relative(path);
  }

  private async facts(operation: string, path: string): Promise<FileFacts> {
    const relative = this.relative(path);
    const facts = await this.ask({ op: "stat", path: relative });
    if (facts === null && relative === "") return ROOT;
    if (facts === null) throw this.fail("ENOENT", operation, path);
    return facts;
  }

  async readFileBuffer(path: string): Promise<Uint8Array> {
    return this.ask({ op: "read", path: this.relative(path) });
  }

  async readFile(path: string, options?: Encoding): Promise<string> {
    return Buffer.from(await this.readFileBuffer(path)).toString(encodingOf(options));
  }

  async writeFile(path: string, content: FileContent, options?: Encoding): Promise<void> {
    await this.ask({ op: "write", path: this.writable("open", path), bytes: toBytes(content, options) });
  }

  async appendFile(path: string, content: FileContent, options?: Encoding): Promise<void> {
    await this.ask({ op: "append", path: this.writable("open", path), bytes: toBytes(content, options) });
  }

  async exists(path: string): Promise<boolean> {
    try {
      await this.facts("access", path);
      return true;
    } catch {
      return false;
    }
  }

  async lstat(path: string): Promise<FsStat> {
    return toStat(await this.facts("lstat", path));
  }

  async stat(path: string): Promise<FsStat> {
    const facts = await this.facts("stat", path);
    if (facts.type === "symlink") throw this.fail("EPERM", "stat", path);
    return toStat(facts);
  }

  async mkdir(path: string, { recursive = false }: MkdirOptions = {}): Promise<void> {
    await this.ask({ op: "makeDirectory", path: this.writable("mkdir", path), parents: recursive });
  }

  async readdir(path: string): Promise<string[]> {
    return (await this.ask({ op: "list", path: this.relative(path) })).map(({ name }) => name);
  }

  async readdirWithFileTypes(path: string) {
    const entries = await this.ask({ op: "list", path: this.relative(path) });
    return entries.map((entry) => {
      const { isFile, isDirectory, isSymbolicLink } = toStat(entry);
      return { name: entry.name, isFile, isDirectory, isSymbolicLink };
    });
  }

  async rm(path: string, { recursive = false, force = false }: RmOptions = {}): Promise<void> {
    const relative = this.writable("rm", path);
    if (force && !(await this.exists(path))) return;
    const { type } = await this.facts("rm", path);
    if (type === "dir" && !recursive && (await this.readdir(path)).length > 0) {
      throw this.fail("ENOTEMPTY", "rm", path);
    }
    await this.ask({ op: "remove", path: relative });
  }

  async cp(src: string, dest: string, options: CpOptions = {}): Promise<void> {
    const { type } = await this.facts("cp", src);
    if (type === "symlink") throw this.fail("EPERM", "cp", src);
    if (type === "file") {
      await this.writeFile(dest, await this.readFileBuffer(src));
      return;
    }
    if (options.recursive !== true) throw this.fail("EISDIR", "cp", src);
    await this.mkdir(dest, { recursive: true });
    for (const name of await this.readdir(src))
      await this.cp(posix.join(src, name), posix.join(dest, name), options);
  }

  async mv(src: string, dest: string): Promise<void> {
    await this.ask({ op: "move", path: this.writable("rename", src), to: this.writable("rename", dest) });
  }

  resolvePath(base: string, path: string): string {
    return posix.resolve("/", base, path);
  }

  getAllPaths(): string[] {
    return [];
  }

  async chmod(path: string): Promise<void> {
    this.writable("chmod", path);
    await this.facts("chmod", path);
  }

  async utimes(path: string): Promise<void> {
    this.writable("utime", path);
    await this.facts("utime", path);
  }

  async symlink(_target: string, linkPath: string): Promise<void> {
    throw this.fail("EPERM", "symlink", linkPath);
  }

  async link(_existingPath: string, newPath: string): Promise<void> {
    throw this.fail("EPERM", "link", newPath);
  }

  async readlink(path: string): Promise<string> {
    const { type } = await this.facts("readlink", path);
    throw this.fail(type === "symlink" ? "EPERM" : "EINVAL", "readlink", path);
  }

  async realpath(path: string): Promise<string> {
    await this.stat(path);
    return posix.resolve("/", path);
  }
}
