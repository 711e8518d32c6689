import { parentPath } from "./path.ts";
import type { ArchiveLimits, ArchiveMember, ArchiveTotals } from "./archive-entry.ts";
import { linkFault } from "./link-fault.ts";
import { refusedArchive, refusedEntry, refusedLink, shown } from "./refusals.ts";

export const DEFAULT_MAX_ENTRIES = 100_000;
/** How long names may be on average. Without a limit they could fill the memory. */
const NAME_UNITS_PER_ENTRY = 320;

const NOUNS = { file: "a file", symlink: "a symbolic link" } as const;

/** The members of an archive in order, each checked against the others and against the limits. */
export class MemberList {
  readonly members: ArchiveMember[] = [];
  /** `implied`: a directory that is part of a path, but has no entry of its own. */
  private readonly known = new Map<string, ArchiveMember | "implied">();
  private readonly maxEntries: number;
  private bytes = 0;
  private nameUnits = 0;

  constructor(private readonly limits: ArchiveLimits) {
    this.maxEntries = limits.maxEntries ?? DEFAULT_MAX_ENTRIES;
  }

  /**
   * Returns the member with its hard link resolved: it has the size of its file, or becomes the symbolic link that it names. Throws
   * `invalid_archive` for a path that exists already, for a file or link used as a directory, and beyond the limits.
   */
  add(given: ArchiveMember): ArchiveMember {
    const { path } = given;
    const before = this.known.get(path);
    if (before === "implied" && given.type !== "dir") {
      throw refusedEntry(path, `is ${NOUNS[given.type]} and a directory`);
    }
    if (before !== undefined && before !== "implied") throw refusedEntry(path, "is there twice");
    const member = this.resolved(given);
    this.known.set(path, member);
    this.addParents(path);
    this.members.push(member);
    this.nameUnits += path.length + (member.type === "symlink" ? member.target.length : 0);
    this.bytes += member.size;
    if (this.known.size > this.maxEntries) {
      throw refusedArchive(`holds more than ${this.maxEntries} files and directories`);
    }
    if (this.nameUnits > NAME_UNITS_PER_ENTRY * this.maxEntries) throw refusedArchive("holds too long names");
    if (this.bytes > this.limits.maxBytes)
      throw refusedArchive(`holds more than ${this.limits.maxBytes} bytes`);
    return member;
  }

  /** Call it when all members are known. Throws `invalid_archive` for a symbolic link that could lead out. */
  checkLinks(): void {
    if (this.limits.allowsAllLinks === true) return;
    const isDirectory = (path: string) => {
      const known = this.known.get(path);
      return known === "implied" || known?.type === "dir";
    };
    for (const member of this.members) {
      if (member.type !== "symlink") continue;
      const reason = linkFault(member.path, member.target, isDirectory);
      if (reason !== null) throw refusedLink(member.path, member.target, reason);
    }
  }

  get totals(): ArchiveTotals {
    const count = (wanted: ArchiveMember["type"]) =>
      this.members.filter(({ type }) => type === wanted).length;
    const [files, links] = [count("file"), count("symlink")];
    return { files, links, directories: this.known.size - files - links, bytes: this.bytes };
  }

  private resolved(member: ArchiveMember): ArchiveMember {
    if (member.type !== "file" || member.sameAs === undefined) return member;
    const { path, sameAs } = member;
    const file = this.known.get(sameAs);
    if (file === undefined || file === "implied" || file.type === "dir") {
      throw refusedEntry(path, `is a hard link to ${shown(sameAs)}, which is no file before it`);
    }
    if (file.type === "symlink") return { ...file, path };
    return { ...file, path, sameAs: file.sameAs ?? sameAs };
  }

  private addParents(path: string): void {
    for (let parent = parentPath(path); parent !== ""; parent = parentPath(parent)) {
      const known = this.known.get(parent);
      if (known !== undefined && known !== "implied" && known.type !== "dir")
        throw refusedEntry(parent, `is ${NOUNS[known.type]} and a directory`);
      if (known !== undefined) return;
      this.known.set(parent, "implied");
    }
  }
}
