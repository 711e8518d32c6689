import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const SIZE = "512M";
/** `EXT4_IOC_SHUTDOWN` without a flush of the journal: nothing more is written to the disk. Prints when it begins, in seconds. */
const SHUTDOWN = `use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC); open(my $at, "<", $ARGV[0]) or die $!;
  my $how = pack("L", 2); my $begun = clock_gettime(CLOCK_MONOTONIC); ioctl($at, 0x8004587d, $how) or die $!; print $begun;`;

const runFile = promisify(execFile);
const run = (program: string, ...words: readonly string[]) => runFile(program, words);

/** Why this machine cannot cut off a disk, or null. */
export async function whyNoCutDisk(): Promise<string | null> {
  if (process.getuid?.() !== 0) return "only root can mount a disk";
  try {
    const disk = await CutDisk.create();
    await disk.cut().finally(() => disk.remove());
    return null;
  } catch (error) {
    return `no ext4 can be mounted on a loop device (${error instanceof Error ? error.message.slice(0, 200) : "unknown"})`;
  }
}

/** Now, in ms, by the clock that all processes of a machine share. */
export function monotonic(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** An ext4 in a file, on a loop device, whose power can be cut. */
export class CutDisk {
  private isMounted = false;
  private image: string;
  private count = 0;

  private constructor(private readonly dir: string) {
    this.image = join(dir, "image");
  }

  static async create(): Promise<CutDisk> {
    const disk = new CutDisk(await mkdtemp(join(tmpdir(), "cut-disk-")));
    try {
      await mkdir(disk.path);
      await run("truncate", "-s", SIZE, disk.image);
      await run("mkfs.ext4", "-q", "-F", disk.image);
      await disk.mount();
      return disk;
    } catch (error) {
      await disk.remove();
      throw error;
    }
  }

  /** Its mount point. */
  get path(): string {
    return join(this.dir, "disk");
  }

  private async mount(): Promise<void> {
    await run("mount", "-o", "loop", this.image, this.path);
    this.isMounted = true;
  }

  /**
   * From some moment on all calls fail, and nothing more is written. Returns the last moment that is surely before it, in ms as by
   * `monotonic`: a flush that is under way when the file system stops may still report a success.
   */
  async cut(): Promise<number> {
    const { stdout } = await run("perl", "-e", SHUTDOWN, this.path);
    return Number(stdout) * 1_000;
  }

  /**
   * Mounts what was on the disk when its power was cut. Requires that no file on it is open. It mounts a copy, since mount namespaces that
   * other programs have made meanwhile may keep the file system in use, in which all calls fail.
   */
  async remount(): Promise<void> {
    await this.unmount();
    const before = this.image;
    this.count += 1;
    this.image = join(this.dir, `image-${this.count}`);
    await run("cp", "--sparse=always", before, this.image);
    await rm(before);
    await this.mount();
  }

  private async unmount(): Promise<void> {
    await run("umount", this.path);
    this.isMounted = false;
  }

  async remove(): Promise<void> {
    if (this.isMounted) await this.unmount();
    await rm(this.dir, { recursive: true, force: true });
  }
}
