import type { TurnError } from "../domain/sessions/turn.ts";

/** The usage and the limit of a workspace's own files. */
export interface WorkspaceDisk {
  readonly quotaBytes: number;
  usedBytes(): Promise<number>;
}

const MEGABYTE = 1_048_576;
/** How much more space one call may use when the limit was exceeded before: removing files may need some. */
const SLACK_BYTES = MEGABYTE;

/** The limit after work that began with a usage of `before`. If the limit was exceeded before, files can still be removed. */
export function mostBytes({ quotaBytes }: WorkspaceDisk, before: number): number {
  return before > quotaBytes ? before + SLACK_BYTES : quotaBytes;
}

/**
 * Enforces `disk_mb` for the commands of one turn if nothing does while they write: the usage is measured after each call, and a
 * call that exceeds the limit ends the turn. A turn that begins above the limit continues while no call adds more.
 */
export class DiskCheck {
  private before: number | null = null;
  private isDue = false;

  /** Call this before a command can write. What others wrote until then does not count for the turn. */
  async begin(disk: WorkspaceDisk): Promise<void> {
    this.before ??= await disk.usedBytes();
    this.isDue = true;
  }

  /** Call this after each call. Returns the error that ends the turn, or null. */
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
