import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile, rename, unlink } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import type { DirectoryAccess } from "./directories/held-directory.ts";
import type { Flushes } from "./directories/flushes.ts";
import { OWN_TAG } from "./entries/kept-names.ts";
import { hasCode } from "./system-errors.ts";

const FOLDER = "owners";
/** What the addresses of sockets can hold on all systems. */
const MOST_BYTES = 100;
const NAME = /^([0-9a-f]{8})-([0-9a-f]{8})-[0-9a-f]{8}$/;

/** This run of this kernel; null: it has no name, and nobody can tell of others. */
async function bootOf(): Promise<string | null> {
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  return boot === "" ? null : createHash("sha256").update(boot).digest("hex").slice(0, 8);
}

/** Nobody listens any more. One who is only slow, or was stopped, does. */
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

/** Owners that are gone, by the tags of their names. */
export interface DeadOwners {
  readonly tags: ReadonlySet<string>;
  /** To be called when nothing of theirs is left. */
  readonly forget: () => Promise<void>;
}

/**
 * Who works in the folder of the host: each process listens on a socket there for as long as it lives, which the kernel ends with it, however that
 * ends. So a process that starts knows which of those before it are gone, in other containers too. Of another host, and of an
 * earlier run of this one, it cannot tell: what they left goes by its age.
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
    // A file system without sockets has no owners.
    await owners.listen().catch(() => undefined);
    return owners;
  }

  /** Does something with the address of a name, which is no long path; null where it would be too long all the same. */
  private async at<T>(name: string, work: (address: string) => Promise<T>): Promise<T | null> {
    const directory = await this.access.openTrusted(this.path);
    try {
      return await directory.at(name, async (path) => {
        const address = String(path);
        return Buffer.byteLength(address) > MOST_BYTES ? null : await work(address);
      });
    } finally {
      await directory.close();
    }
  }

  private async listen(): Promise<void> {
    if (this.boot === null) return;
    const name = `${this.boot}-${OWN_TAG}-${randomBytes(4).toString("hex")}`;
    // Its name comes when it listens: until then others would take its owner for dead.
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
        for (const file of files)
          await unlink(file).catch((error: unknown) => {
            if (!hasCode(error, "ENOENT")) throw error;
          });
      },
    };
  }

  async close(): Promise<void> {
    const { server, file } = this;
    if (file !== null) await unlink(file).catch(() => undefined);
    if (server !== null) await new Promise((resolve) => server.close(resolve));
  }
}
