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
import type { VolumePlace } from "../messages.ts";

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** Names are Latin-1, so that every byte survives. */
type Name = string;
const toPath = (directory: string, name: Name) =>
  Buffer.concat([Buffer.from(`${directory}/`), Buffer.from(name, "latin1")]);

/**
 * A directory of a volume that is held open by a thread that may wait: as `HeldDirectory`, in synchronous calls, of which
 * tens of thousands take a fraction of the time.
 */
export interface OpenDirectory {
  /** Null where it vanished. */
  list(): readonly Dirent[];
  lstat(name: Name): Stats;
  /** Not through a link (`ELOOP`), and without waiting for a pipe's other end. The caller closes it. */
  openFile(name: Name): number;
  readLink(name: Name): Buffer;
  /** Not through a link (`ENOTDIR`, `ELOOP`). */
  openDirectory(name: Name): OpenDirectory;
  close(): void;
}

function list(path: string): readonly Dirent[] {
  return readdirSync(path, { withFileTypes: true, encoding: "latin1" });
}

/** Linux: `/proc/self/fd/<fd>` is the open directory itself, whatever is at its path by now. */
function throughProc(fd: number): OpenDirectory {
  const path = `/proc/self/fd/${fd}`;
  // ASCII is the same in Latin-1 and UTF-8, and a text is opened sooner than a buffer.
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

/** Elsewhere: by path, which is proved to lead to the directory without a link before and after each call. */
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

/** Opens the root of a volume, whose own path may be trusted. */
export function openVolume({ base, hasProc }: VolumePlace): OpenDirectory {
  return hasProc ? throughProc(openSync(base, O_RDONLY | O_DIRECTORY)) : byPath(realpathSync(base));
}
