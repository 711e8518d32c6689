import type { DirectoryListing, FileEntry } from "@workspace-agent/client";
import { isVolume, type FileSource } from "../../api/file-source.ts";
import { compareNames } from "../../ui/compare-names.ts";
import { joinPath, mountPath } from "./paths.ts";

export type Folder =
  | { readonly state: "loading" }
  | { readonly state: "failed" }
  | { readonly state: "loaded"; readonly listing: DirectoryListing };

export type Folders = ReadonlyMap<string, Folder>;
/** The keys of open folders. */
export type OpenFolders = Pick<ReadonlySet<string>, "has">;

/** A folder or file that a tree can show. */
export interface SourcePath {
  readonly source: FileSource;
  readonly path: string;
}

/** A visible row of the tree. */
export interface TreeRow extends SourcePath {
  /** The source and the path. */
  readonly key: string;
  readonly name: string;
  /** Starts at 1. */
  readonly level: number;
  /** `unreadable`: no path names it, since its name is not UTF-8. */
  readonly kind: EntryKind | "unreadable" | "message";
  readonly isOpen: boolean;
  readonly size: number | null;
  /** The position among its siblings, starting at 1, and their number. */
  readonly position: number;
  readonly count: number;
}

export const keyOf = (source: FileSource, path: string) =>
  `${isVolume(source) ? source : `snapshot/${source.snapshot}`}:${path}`;

export const KINDS = { file: "file", dir: "folder", symlink: "link" } as const;
export type EntryKind = (typeof KINDS)[keyof typeof KINDS];

export const canOpen = ({ kind }: TreeRow) => kind !== "message" && kind !== "unreadable";

/** Stands for what is not UTF-8. */
const REPLACEMENT = "\ufffd";
const ORDER = { dir: 0, file: 1, symlink: 1 } as const;

function sorted(entries: readonly FileEntry[]): readonly FileEntry[] {
  return entries.toSorted((a, b) => ORDER[a.type] - ORDER[b.type] || compareNames(a.name, b.name));
}

const MESSAGES = { loading: "Loading…", failed: "Could not be loaded" } as const;

function message(source: FileSource, path: string, level: number, name: string): TreeRow {
  return {
    key: `${keyOf(source, path)}//${name}`,
    source,
    path,
    name,
    level,
    kind: "message",
    isOpen: false,
    size: null,
    position: 1,
    count: 1,
  };
}

function within(
  source: FileSource,
  path: string,
  level: number,
  folders: Folders,
  open: OpenFolders,
): TreeRow[] {
  const folder = folders.get(keyOf(source, path)) ?? { state: "loading" };
  if (folder.state !== "loaded") return [message(source, path, level, MESSAGES[folder.state])];
  const { entries, truncated } = folder.listing;
  if (entries.length === 0) return [message(source, path, level, "Empty")];
  const rows: TreeRow[] = [];
  for (const [index, entry] of sorted(entries).entries()) {
    const below = joinPath(path, entry.name);
    const key = keyOf(source, below);
    const isReadable = isVolume(source) || !entry.name.includes(REPLACEMENT);
    const kind = isReadable ? KINDS[entry.type] : "unreadable";
    const isOpen = kind === "folder" && open.has(key);
    rows.push({
      // Several names that are not UTF-8 may look alike.
      key: isReadable ? key : `${key}//${index}`,
      source,
      path: below,
      name: entry.name,
      level,
      kind,
      isOpen,
      size: kind === "file" ? entry.size : null,
      position: index + 1,
      count: entries.length,
    });
    if (isOpen) for (const row of within(source, below, level + 1, folders, open)) rows.push(row);
  }
  if (truncated) rows.push(message(source, path, level, "More entries are not shown"));
  return rows;
}

/** All visible rows. The sources are the roots. */
export function treeRows(
  sources: readonly FileSource[],
  folders: Folders,
  open: OpenFolders,
): readonly TreeRow[] {
  return sources.flatMap((source, index) => {
    const key = keyOf(source, "");
    const isOpen = open.has(key);
    const root: TreeRow = {
      key,
      source,
      path: "",
      name: mountPath(source, ""),
      level: 1,
      kind: "folder",
      isOpen,
      size: null,
      position: index + 1,
      count: sources.length,
    };
    return isOpen ? [root, ...within(source, "", 2, folders, open)] : [root];
  });
}

export type TreeStep =
  | { readonly do: "go"; readonly to: number }
  | { readonly do: "open" | "close" | "select"; readonly row: TreeRow };

/** The effect of a key, as the ARIA practices describe it for trees. Null for other keys. */
export function treeStep(key: string, rows: readonly TreeRow[], at: number): TreeStep | null {
  const row = rows[at];
  if (row === undefined) return null;
  const next = (from: number, by: 1 | -1): number => {
    for (let to = from; to >= 0 && to < rows.length; to += by) if (rows[to]?.kind !== "message") return to;
    return at;
  };
  switch (key) {
    case "ArrowDown":
      return { do: "go", to: next(at + 1, 1) };
    case "ArrowUp":
      return { do: "go", to: next(at - 1, -1) };
    case "Home":
      return { do: "go", to: next(0, 1) };
    case "End":
      return { do: "go", to: next(rows.length - 1, -1) };
    case "ArrowRight":
      if (row.kind !== "folder") return { do: "go", to: at };
      return row.isOpen ? { do: "go", to: next(at + 1, 1) } : { do: "open", row };
    case "ArrowLeft": {
      if (row.isOpen) return { do: "close", row };
      const above = rows.findLastIndex((each, index) => index < at && each.level < row.level);
      return { do: "go", to: above === -1 ? at : above };
    }
    case "Enter":
    case " ":
      return canOpen(row) ? { do: "select", row } : null;
    default:
      return null;
  }
}
