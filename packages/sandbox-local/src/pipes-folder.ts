import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { mkdtemp, open, readdir, readFile, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, join } from "node:path";

const PREFIX = "pipes-";
/** What has no name of its own yet. */
const MAKING = "making-pipes-";
/** A pipe that the server reads for as long as it lives: it tells servers in other namespaces of processes too. */
const ALIVE = "alive";
/** A folder without that pipe is one that could not be finished, or is just being made. */
const UNFINISHED_MS = 3_600_000;

const short = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** This run of this kernel, and this host: a pipe tells of its server where one of them is the same. */
async function own(): Promise<readonly [string, string]> {
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  return [short(boot), short(hostname())];
}

/** A folder for pipes that is a server's alone, and known as such until the server is gone. */
export interface PipesFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** `makePipe` makes a named pipe at a path. */
export async function makePipesFolder(
  dir: string,
  makePipe: (path: string) => Promise<void>,
): Promise<PipesFolder> {
  const making = await mkdtemp(join(dir, MAKING));
  await makePipe(join(making, ALIVE));
  const alive = await open(join(making, ALIVE), constants.O_RDONLY | constants.O_NONBLOCK);
  // Only now others may ask for it.
  const path = join(dir, `${PREFIX}${(await own()).join("-")}-${basename(making).slice(MAKING.length)}`);
  await rename(making, path);
  return {
    path,
    async remove() {
      await rm(path, { recursive: true, force: true });
      await alive.close();
    },
  };
}

async function isLeft(path: string): Promise<boolean> {
  let alive: FileHandle;
  try {
    alive = await open(join(path, ALIVE), constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    // Nobody reads it.
    if (code === "ENXIO") return true;
    const changed = code === "ENOENT" ? await stat(path).catch(() => null) : null;
    return changed !== null && Date.now() - changed.mtimeMs > UNFINISHED_MS;
  }
  await alive.close();
  return false;
}

/** Removes the folders that servers which are gone have left. Those of other hosts stay: nobody here can tell. */
export async function removeLeftPipes(dir: string): Promise<void> {
  const [boot, host] = await own();
  for (const name of await readdir(dir)) {
    const [, itsBoot, itsHost] = /^pipes-([0-9a-f]{8})-([0-9a-f]{8})-\w+$/.exec(name) ?? [];
    const isElsewhere = itsBoot !== undefined && itsBoot !== boot && itsHost !== host;
    if (isElsewhere || !(name.startsWith(PREFIX) || name.startsWith(MAKING))) continue;
    const path = join(dir, name);
    if (await isLeft(path)) await rm(path, { recursive: true, force: true });
  }
}
