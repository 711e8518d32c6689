import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const runFile = promisify(execFile);

/** Why this machine cannot have a small disk, or null. */
export async function whyNoSmallDisk(): Promise<string | null> {
  if (process.getuid?.() !== 0) return "only root can mount a disk";
  try {
    await (await SmallDisk.create("1m")).remove();
    return null;
  } catch {
    return "no tmpfs can be mounted";
  }
}

/** A disk that can be filled to the last byte, and freed again. */
export class SmallDisk {
  private constructor(readonly path: string) {}

  static async create(size: string): Promise<SmallDisk> {
    const path = await mkdtemp(join(tmpdir(), "small-disk-"));
    await runFile("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", path]).catch(
      async (error: unknown) => {
        await rm(path, { recursive: true });
        throw error;
      },
    );
    // The database runs as another user.
    await chmod(path, 0o755);
    return new SmallDisk(path);
  }

  private get filler(): string {
    return join(this.path, "filler");
  }

  async fill(): Promise<void> {
    // It ends when the disk is full.
    await runFile("dd", ["if=/dev/zero", `of=${this.filler}`, "bs=4096"]).catch(() => null);
  }

  async free(): Promise<void> {
    await rm(this.filler, { force: true });
  }

  async remove(): Promise<void> {
    await runFile("umount", [this.path]);
    await rm(this.path, { recursive: true, force: true });
  }
}
