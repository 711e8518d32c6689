import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { mkdtemp, open, readdir, readFile, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import { hasCode } from "@workspace-agent/sandbox-process";
import { makePipes, NamedPipes } from "./named-pipes.ts";
import { killOrphans } from "./orphans.ts";

const PREFIX = "server-";
/** The prefix of a folder that is not finished. */
const MAKING = "making-server-";
/** A pipe that the server has open as long as it lives. Servers in other process namespaces see that too. */
const ALIVE = "alive";
/** A folder that is older than this and not finished was abandoned. */
const UNFINISHED_MS = 3_600_000;

const short = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** The boot id and the name of this host: the pipe of a folder is meaningful where one of them is equal. */
async function own(): Promise<readonly [string, string]> {
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  return [short(boot), short(hostname())];
}

/**
 * A folder of one server, with the pipes, the `/etc` and the filter of its commands. No other server writes to it, and others can tell
 * whether the server lives.
 */
export interface ServerFolder {
  readonly path: string;
  /** Unique. The server's processes run under this name. */
  readonly name: string;
  readonly pipes: NamedPipes;
  remove(): Promise<void>;
}

/** Makes one in `dir`, after it has cleaned up after servers that are gone. */
export async function makeServerFolder(dir: string, mkfifo: string): Promise<ServerFolder> {
  await removeOrphanedFolders(dir);
  const making = await mkdtemp(join(dir, MAKING));
  await makePipes(mkfifo, [join(making, ALIVE)]);
  const alive = await open(join(making, ALIVE), constants.O_RDONLY | constants.O_NONBLOCK);
  // Under its final name the folder is complete.
  const name = `${PREFIX}${(await own()).join("-")}-${basename(making).slice(MAKING.length)}`;
  const path = join(dir, name);
  await rename(making, path);
  return {
    path,
    name,
    pipes: new NamedPipes(mkfifo, path),
    async remove() {
      await rm(path, { recursive: true, force: true });
      await alive.close();
    },
  };
}

async function isOrphaned(path: string): Promise<boolean> {
  let alive: FileHandle;
  try {
    alive = await open(join(path, ALIVE), constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    const isUnopened = hasCode(error, "ENXIO");
    // No process has it open for reading. Before a folder is complete, its server is about to.
    if (isUnopened && !basename(path).startsWith(MAKING)) return true;
    const changed = isUnopened || hasCode(error, "ENOENT") ? await stat(path).catch(() => null) : null;
    return changed !== null && Date.now() - changed.mtimeMs > UNFINISHED_MS;
  }
  await alive.close();
  return false;
}

/** Removes the folders of servers that are gone, and kills their commands. Folders of other hosts stay, since their servers may live. */
export async function removeOrphanedFolders(dir: string): Promise<void> {
  const [boot, host] = await own();
  for (const name of await readdir(dir)) {
    const [, itsBoot, itsHost] = /^server-([0-9a-f]{8})-([0-9a-f]{8})-\w+$/.exec(name) ?? [];
    const isOfOtherHost = itsBoot !== undefined && itsBoot !== boot && itsHost !== host;
    if (isOfOtherHost || !(name.startsWith(PREFIX) || name.startsWith(MAKING))) continue;
    const path = join(dir, name);
    // Where processes could not be killed, the next start finds them by the folder.
    if ((await isOrphaned(path)) && (await killOrphans(name)))
      await rm(path, { recursive: true, force: true });
  }
}
