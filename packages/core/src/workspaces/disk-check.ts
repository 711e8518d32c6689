import type { TurnError } from "../domain/sessions/turn.ts";

/** What a workspace's own files take, and may take. */
export interface WorkspaceDisk {
  readonly quotaBytes: number;
  usedBytes(): Promise<number>;
}

const MEGABYTE = 1_048_576;
/** How much more one call may leave behind where the disk was too full before: to remove files may take some. */
const SLACK_BYTES = MEGABYTE;

/** What a workspace's files may take after work that began when they took `before`: a disk that is too full can be made less so. */
export function mostBytes({ quotaBytes }: WorkspaceDisk, before: number): number {
  return before > quotaBytes ? before + SLACK_BYTES : quotaBytes;
}

/**
 * Holds the commands of one turn to `disk_mb` where nothing does while they write: what they left is measured after each call, and a
 * call that left too much is the turn's last. A turn that begins with too much goes on as long as no call leaves more.
 */
export class DiskCheck {
  private before: number | null = null;
  private isDue = false;

  /** To be called before a command may write; what others have written until then is not the turn's. */
  async begin(disk: WorkspaceDisk): Promise<void> {
    this.before ??= await disk.usedBytes();
    this.isDue = true;
  }

  /** To be called after each call; the error that the turn ends with, or null. */
  async end(disk: WorkspaceDisk): Promise<TurnError | null> {
    if (!this.isDue) return null;
    this.isDue = false;
    const before = this.before ?? 0;
    const used = await disk.usedBytes();
    this.before = Math.min(before, used);
    return used > mostBytes(disk, before) ? diskFull(disk, used) : null;
  }
}

function diskFull({ quotaBytes }: WorkspaceDisk, used: number): TurnError {
  const taken = Math.ceil((used / MEGABYTE) * 10) / 10;
  return {
    code: "quota_exceeded",
    detail: `The workspace's files take ${taken} MiB of ${quotaBytes / MEGABYTE} MiB. Delete files, or raise \`disk_mb\`.`,
  };
}
