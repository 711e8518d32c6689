import { constants, open as openFile } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import type { DirectoryAccess, HeldDirectory } from "./held-directory.ts";
import { pathOf, readListed, type Listed, type Name } from "./names.ts";

const openDescriptor = promisify(openFile);

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** On Linux, `/proc/self/fd/<fd>` is the open directory itself: a call on `/proc/self/fd/<fd>/<name>` works like `openat`. */
class ProcDirectory implements HeldDirectory {
  private readonly path: string;

  constructor(readonly handle: FileHandle) {
    this.path = `/proc/self/fd/${handle.fd}`;
  }

  at<T>(name: Name, call: (path: string | Buffer) => Promise<T>): Promise<T> {
    return call(pathOf(this.path, name));
  }

  openFile(name: Name, flags: number, mode?: number): Promise<FileHandle> {
    return open(pathOf(this.path, name), flags | O_NOFOLLOW | O_NONBLOCK, mode);
  }

  openDescriptor(name: Name): Promise<number> {
    return openDescriptor(pathOf(this.path, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  }

  async openDirectory(name: Name): Promise<HeldDirectory> {
    return new ProcDirectory(await open(pathOf(this.path, name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
  }

  list(): Promise<Listed[]> {
    return readListed(this.path);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.handle.close();
  }
}

export const procAccess: DirectoryAccess = {
  openTrusted: async (path) => new ProcDirectory(await open(path, O_RDONLY | O_DIRECTORY)),
};
