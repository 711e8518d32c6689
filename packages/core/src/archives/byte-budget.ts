import type { ArchiveLimits } from "./archive-entry.ts";
import { refusedArchive, refusedEntry } from "./refusals.ts";

const DEFAULT_MAX_RATIO = 500;
/** Small files may be packed as well as they can be. */
const FREE_BYTES = 16 * 1024 * 1024;

/** Counts the bytes that really come out of an archive: what it says of itself is no bound. */
export class ByteBudget {
  private total = 0;

  constructor(private readonly limits: ArchiveLimits) {}

  /** The check of what comes out of one packed stream (a file's, or the whole archive's), asked with the length of each chunk. */
  ofStream(packedSize: number, name?: string): (bytes: number) => void {
    const { maxBytes, maxRatio = DEFAULT_MAX_RATIO } = this.limits;
    const most = Math.max(FREE_BYTES, packedSize * maxRatio);
    const reason = `is more than ${maxRatio} times its packed size`;
    let size = 0;
    return (bytes) => {
      size += bytes;
      this.total += bytes;
      if (size > most) throw name === undefined ? refusedArchive(reason) : refusedEntry(name, reason);
      if (this.total > maxBytes) throw refusedArchive(`holds more than ${maxBytes} bytes`);
    };
  }
}
