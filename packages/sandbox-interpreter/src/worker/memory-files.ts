import { Bash, InMemoryFs } from "just-bash";
import { FileError } from "./file-error.ts";

export const USER = "agent";
export const HOME = `/home/${USER}`;
const FOLDERS = ["/tmp", HOME, "/etc", "/mnt"];

/** Bash's names for connections. Without them a script would be told that a port is open. */
const NETWORK = /^\/dev\/(tcp|udp)\//;

class NoNetworkFs extends InMemoryFs {
  override async writeFile(...[path, ...rest]: Parameters<InMemoryFs["writeFile"]>): Promise<void> {
    if (NETWORK.test(path)) throw new FileError("ENOENT", "connect", path);
    return super.writeFile(path, ...rest);
  }

  override async appendFile(...[path, ...rest]: Parameters<InMemoryFs["appendFile"]>): Promise<void> {
    if (NETWORK.test(path)) throw new FileError("ENOENT", "connect", path);
    return super.appendFile(path, ...rest);
  }
}

/** The files of a workspace outside of its mounts, shared by its commands and gone with the worker. */
export class MemoryFiles {
  readonly fs: InMemoryFs;
  private readonly layout: number;

  constructor(maxBytes: number) {
    this.fs = new NoNetworkFs({}, { maxTotalBytes: maxBytes });
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
