import { Bash, InMemoryFs } from "just-bash";
import { FileError } from "./file-error.ts";

export const USER = "agent";
export const HOME = `/home/${USER}`;
const FOLDERS = ["/tmp", HOME, "/etc", "/mnt"];

/** Bash's names for connections. A script that could write there would assume that a port is open. */
const NETWORK = /^\/dev\/(tcp|udp)\//;

/** Only volumes can be below it. */
const MOUNTS = /^\/mnt(\/|$)/;

/** Throws for a path that may not be written. */
function checkWritable(operation: string, path: string): void {
  if (NETWORK.test(path)) throw new FileError("ENOENT", "connect", path);
  if (MOUNTS.test(path)) throw new FileError("EROFS", operation, path);
}

class GuardedFs extends InMemoryFs {
  override async writeFile(...[path, ...rest]: Parameters<InMemoryFs["writeFile"]>): Promise<void> {
    checkWritable("open", path);
    return super.writeFile(path, ...rest);
  }

  override async appendFile(...[path, ...rest]: Parameters<InMemoryFs["appendFile"]>): Promise<void> {
    checkWritable("open", path);
    return super.appendFile(path, ...rest);
  }

  override async mkdir(...[path, ...rest]: Parameters<InMemoryFs["mkdir"]>): Promise<void> {
    checkWritable("mkdir", path);
    return super.mkdir(path, ...rest);
  }

  override async rm(...[path, ...rest]: Parameters<InMemoryFs["rm"]>): Promise<void> {
    checkWritable("rm", path);
    return super.rm(path, ...rest);
  }

  override async cp(...[src, dest, ...rest]: Parameters<InMemoryFs["cp"]>): Promise<void> {
    checkWritable("cp", dest);
    return super.cp(src, dest, ...rest);
  }

  override async mv(...[src, dest, ...rest]: Parameters<InMemoryFs["mv"]>): Promise<void> {
    for (const path of [src, dest]) checkWritable("mv", path);
    return super.mv(src, dest, ...rest);
  }

  override async symlink(...[target, path, ...rest]: Parameters<InMemoryFs["symlink"]>): Promise<void> {
    checkWritable("symlink", path);
    return super.symlink(target, path, ...rest);
  }

  override async link(...[existing, path, ...rest]: Parameters<InMemoryFs["link"]>): Promise<void> {
    checkWritable("link", path);
    return super.link(existing, path, ...rest);
  }
}

/** The files of a workspace outside of its mounts. Its commands share them, and they end with the worker. */
export class MemoryFiles {
  readonly fs: InMemoryFs;
  private readonly layout: number;

  constructor(maxBytes: number) {
    this.fs = new GuardedFs({}, { maxTotalBytes: maxBytes });
    // A shell on a memory file system of its own lays out /bin, /dev and /proc there.
    new Bash({ fs: this.fs, cwd: "/" });
    for (const folder of FOLDERS) this.fs.mkdirSync(folder, { recursive: true });
    this.fs.writeFileSync("/etc/passwd", `${USER}:x:1000:1000::${HOME}:/bin/bash\n`);
    this.layout = this.fs.getAllPaths().length;
  }

  /** Whether commands have put files here. */
  get isUsed(): boolean {
    return this.fs.getAllPaths().length > this.layout;
  }
}
