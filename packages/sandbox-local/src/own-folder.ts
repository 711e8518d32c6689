import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { mkdtemp, open, readdir, readFile, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import { execa } from "execa";
import { DomainError } from "@workspace-agent/core";
import { killLeftCommands } from "./left-commands.ts";

const PREFIX = "server-";
/** What has no name of its own yet. */
const MAKING = "making-server-";
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

/** Throws `sandbox_unavailable`. */
export async function makePipes(mkfifo: string, paths: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await execa(mkfifo, ["-m", "600", "--", ...paths], {
    env: {},
    extendEnv: false,
    reject: false,
    timeout: 10_000,
  });
  if (exitCode !== 0)
    throw new DomainError("sandbox_unavailable", "The pipes of a command could not be made.", {
      cause: new Error(stderr.slice(0, 2_000)),
    });
}

/**
 * A folder for what one server shares with its commands: their pipes, their `/etc`, their filter. No other server writes to it, and
 * others know whether its server lives.
 */
export interface OwnFolder {
  readonly path: string;
  /** No other folder has this name: its server's processes are known by it. */
  readonly name: string;
  remove(): Promise<void>;
}

/** Makes one in `dir`, after it has ended and removed what servers that are gone have left there. */
export async function makeOwnFolder(dir: string, mkfifo: string): Promise<OwnFolder> {
  await removeLeftFolders(dir);
  const making = await mkdtemp(join(dir, MAKING));
  await makePipes(mkfifo, [join(making, ALIVE)]);
  const alive = await open(join(making, ALIVE), constants.O_RDONLY | constants.O_NONBLOCK);
  // Only now others may ask for it.
  const name = `${PREFIX}${(await own()).join("-")}-${basename(making).slice(MAKING.length)}`;
  const path = join(dir, name);
  await rename(making, path);
  return {
    path,
    name,
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

/** Removes the folders that servers which are gone have left, and kills their commands. Those of other hosts stay: nobody here can tell. */
export async function removeLeftFolders(dir: string): Promise<void> {
  const [boot, host] = await own();
  for (const name of await readdir(dir)) {
    const [, itsBoot, itsHost] = /^server-([0-9a-f]{8})-([0-9a-f]{8})-\w+$/.exec(name) ?? [];
    const isElsewhere = itsBoot !== undefined && itsBoot !== boot && itsHost !== host;
    if (isElsewhere || !(name.startsWith(PREFIX) || name.startsWith(MAKING))) continue;
    const path = join(dir, name);
    // By the folder the next start finds those that could not be ended.
    if ((await isLeft(path)) && (await killLeftCommands(name)))
      await rm(path, { recursive: true, force: true });
  }
}
