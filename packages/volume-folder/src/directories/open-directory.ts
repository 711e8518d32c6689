import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  type Dirent,
  type Stats,
} from "node:fs";

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** The path of a volume, and how to open its directories. */
export interface VolumeLocation {
  readonly base: string;
  /** Use `/proc/self/fd`. Otherwise use paths that are verified before and after each call. */
  readonly hasProc: boolean;
}

/** Names are Latin-1, which preserves every byte. */
type Name = string;
const toPath = (directory: string, name: Name) =>
  Buffer.concat([Buffer.from(`${directory}/`), Buffer.from(name, "latin1")]);

/** Like `HeldDirectory`, for a thread: synchronous calls take a fraction of the time. */
export interface OpenDirectory {
  list(): readonly Dirent[];
  lstat(name: Name): Stats;
  /** Does not follow a link (`ELOOP`), nor wait for the other end of a pipe. The caller closes it. */
  openFile(name: Name): number;
  readLink(name: Name): Buffer;
  /** Not through a link (`ENOTDIR`, `ELOOP`). */
  openDirectory(name: Name): OpenDirectory;
  close(): void;
}

function list(path: string): readonly Dirent[] {
  return readdirSync(path, { withFileTypes: true, encoding: "latin1" });
}

/** On Linux, `/proc/self/fd/<fd>` is the open directory itself, whatever is at its path now. */
function throughProc(fd: number): OpenDirectory {
  const path = `/proc/self/fd/${fd}`;
  // ASCII is equal in Latin-1 and UTF-8, and strings are faster than buffers.
  const at = (name: Name) => (/[\x80-\xff]/.test(name) ? toPath(path, name) : `${path}/${name}`);
  return {
    list: () => list(path),
    lstat: (name) => lstatSync(at(name)),
    openFile: (name) => openSync(at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
    readLink: (name) => readlinkSync(at(name), { encoding: "buffer" }),
    openDirectory: (name) => throughProc(openSync(at(name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW)),
    close: () => closeSync(fd),
  };
}

class Moved extends Error {
  readonly code = "ELOOP";
}

/** Other systems: verifies before and after each call that the path leads to the directory without a link. */
function byPath(path: string): OpenDirectory {
  const fd = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  const held = fstatSync(fd);
  const verify = () => {
    const now = lstatSync(path);
    if (realpathSync(path) !== path || now.ino !== held.ino || now.dev !== held.dev) throw new Moved();
  };
  function verified<T>(call: () => T): T {
    verify();
    const result = call();
    verify();
    return result;
  }
  const openFile = (name: Name) => {
    verify();
    const file = openSync(toPath(path, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      verify();
      const [opened, found] = [fstatSync(file), lstatSync(toPath(path, name))];
      if (opened.ino !== found.ino || opened.dev !== found.dev) throw new Moved();
      return file;
    } catch (error) {
      closeSync(file);
      throw error;
    }
  };
  try {
    verify();
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return {
    list: () => verified(() => list(path)),
    lstat: (name) => verified(() => lstatSync(toPath(path, name))),
    openFile,
    readLink: (name) => verified(() => readlinkSync(toPath(path, name), { encoding: "buffer" })),
    openDirectory: (name) => {
      verify();
      return byPath(`${path}/${Buffer.from(name, "latin1").toString("utf8")}`);
    },
    close: () => closeSync(fd),
  };
}

/** Opens the root of a volume, whose path may be trusted. */
export function openVolume({ base, hasProc }: VolumeLocation): OpenDirectory {
  return hasProc ? throughProc(openSync(base, O_RDONLY | O_DIRECTORY)) : byPath(realpathSync(base));
}
