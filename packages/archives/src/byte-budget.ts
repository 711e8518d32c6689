import type { ArchiveLimits } from "./archive-entry.ts";
import { refusedArchive, refusedEntry } from "./refusals.ts";

const DEFAULT_MAX_RATIO = 500;
/** A file of up to this size may be packed to any degree. */
const FREE_BYTES = 16 * 1024 * 1024;

/** Counts the unpacked bytes of an archive: the sizes that it declares are no limit. */
export class ByteBudget {
  private total = 0;

  constructor(private readonly limits: ArchiveLimits) {}

  /** Returns the check of one packed stream, a file's or the archive's. Call it with the length of each unpacked chunk. */
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
