import { parentPath } from "../files/path.ts";
import type { ArchiveLimits, ArchiveMember, ArchiveTotals } from "./archive-entry.ts";
import { refusedArchive, refusedEntry } from "./refusals.ts";

export const DEFAULT_MAX_ENTRIES = 100_000;
/** How long names may be on average: without a bound they would fill the memory. */
const NAME_UNITS_PER_ENTRY = 320;

/** The members of an archive as they are found, with all that they say checked against each other and the limits. */
export class MemberList {
  readonly members: ArchiveMember[] = [];
  private readonly types = new Map<string, "file" | "dir" | "implied">();
  private readonly maxEntries: number;
  private bytes = 0;
  private nameUnits = 0;

  constructor(private readonly limits: ArchiveLimits) {
    this.maxEntries = limits.maxEntries ?? DEFAULT_MAX_ENTRIES;
  }

  /** Throws `invalid_request` for a path that is there already, a file used as a directory, too many or too large. */
  add(member: ArchiveMember): void {
    const { path, type, size } = member;
    const before = this.types.get(path);
    if (before === "implied" && type === "file") throw refusedEntry(path, "is a file and a directory");
    if (before !== undefined && before !== "implied") throw refusedEntry(path, "is there twice");
    this.types.set(path, type);
    this.addParents(path);
    this.members.push(member);
    this.nameUnits += path.length;
    this.bytes += size;
    if (this.types.size > this.maxEntries) {
      throw refusedArchive(`holds more than ${this.maxEntries} files and directories`);
    }
    if (this.nameUnits > NAME_UNITS_PER_ENTRY * this.maxEntries) throw refusedArchive("holds too long names");
    if (this.bytes > this.limits.maxBytes)
      throw refusedArchive(`holds more than ${this.limits.maxBytes} bytes`);
  }

  get totals(): ArchiveTotals {
    const files = this.members.filter(({ type }) => type === "file").length;
    return { files, directories: this.types.size - files, bytes: this.bytes };
  }

  private addParents(path: string): void {
    for (let parent = parentPath(path); parent !== ""; parent = parentPath(parent)) {
      const type = this.types.get(parent);
      if (type === "file") throw refusedEntry(parent, "is a file and a directory");
      if (type !== undefined) return;
      this.types.set(parent, "implied");
    }
  }
}
