import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile, rename, unlink } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import type { DirectoryAccess } from "./directories/held-directory.ts";
import type { Flushes } from "./directories/flushes.ts";
import { OWN_TAG } from "./entries/temporary-names.ts";
import { hasCode, orNull } from "./has-code.ts";

const FOLDER = "owners";
/** The length of a socket path that all systems support. */
const MOST_BYTES = 100;
const NAME = /^([0-9a-f]{8})-([0-9a-f]{8})-[0-9a-f]{8}$/;

/** Identifies this boot of the kernel; null where it cannot be read. */
async function bootOf(): Promise<string | null> {
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  return boot === "" ? null : createHash("sha256").update(boot).digest("hex").slice(0, 8);
}

/** Whether no process listens on a socket. A slow or stopped one still does. */
function isDead(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.once("connect", () => {
      socket.destroy();
      resolve(false);
    });
    socket.once("error", (error) => resolve(hasCode(error, "ECONNREFUSED")));
  });
}

async function listenAt(path: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  return server;
}

/** Processes that are gone, by the tags of their temporary names. */
interface DeadOwners {
  readonly tags: ReadonlySet<string>;
  /** To be called when their leftovers are removed. */
  readonly forget: () => Promise<void>;
}

/**
 * Registers the processes that use the folder: each listens on a socket in it, which the kernel closes with the process. A starting
 * process can so tell which others are gone, also in other containers. It cannot for processes of other hosts and earlier boots,
 * whose leftovers are removed by age.
 */
export class Owners {
  private server: Server | null = null;
  private file: string | null = null;

  private constructor(
    private readonly access: DirectoryAccess,
    private readonly path: string,
    private readonly boot: string | null,
  ) {}

  static async register(dir: string, access: DirectoryAccess, flushes: Flushes): Promise<Owners> {
    const path = join(dir, FOLDER);
    await flushes.makeFolder(path, 0o700);
    const owners = new Owners(access, path, await bootOf());
    // Some file systems do not support sockets.
    await owners.listen().catch(() => undefined);
    return owners;
  }

  /** Calls `work` with a short socket path for a name; null where even that is too long. */
  private async at<T>(name: string, work: (address: string) => Promise<T>): Promise<T | null> {
    await using directory = await this.access.openTrusted(this.path);
    return await directory.at(name, async (path) => {
      const address = String(path);
      return Buffer.byteLength(address) > MOST_BYTES ? null : await work(address);
    });
  }

  private async listen(): Promise<void> {
    if (this.boot === null) return;
    const name = `${this.boot}-${OWN_TAG}-${randomBytes(4).toString("hex")}`;
    // Renamed once it listens: before, other processes would consider this one dead.
    const making = `making-${name}`;
    const server = await this.at(making, listenAt);
    if (server === null) return;
    this.server = server;
    this.file = join(this.path, name);
    await rename(join(this.path, making), this.file);
  }

  async dead(): Promise<DeadOwners> {
    const found = new Map<string, boolean>();
    const files: string[] = [];
    for (const name of await readdir(this.path)) {
      const [, boot, tag] = NAME.exec(name) ?? [];
      if (tag === undefined || boot !== this.boot || tag === OWN_TAG) continue;
      const isGone = (await this.at(name, isDead)) ?? false;
      found.set(tag, isGone && found.get(tag) !== false);
      if (isGone) files.push(join(this.path, name));
    }
    return {
      tags: new Set([...found].filter(([, isGone]) => isGone).map(([tag]) => tag)),
      forget: async () => {
        for (const file of files) await orNull(() => unlink(file), "ENOENT");
      },
    };
  }

  async close(): Promise<void> {
    const { server, file } = this;
    if (file !== null) await unlink(file).catch(() => undefined);
    if (server !== null) await new Promise((resolve) => server.close(resolve));
  }
}
