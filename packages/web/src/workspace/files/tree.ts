import type { DirectoryListing, FileEntry } from "@workspace-agent/client";
import type { Volume } from "../../api/files.ts";
import { joinPath } from "./paths.ts";

export type Folder =
  | { readonly state: "loading" }
  | { readonly state: "failed" }
  | { readonly state: "loaded"; readonly listing: DirectoryListing };

export type Folders = ReadonlyMap<string, Folder>;

/** A visible row of the tree. */
export interface TreeRow {
  /** The volume and the path. */
  readonly key: string;
  readonly volume: Volume;
  readonly path: string;
  readonly name: string;
  /** Starts at 1. */
  readonly level: number;
  readonly kind: "folder" | "file" | "link" | "message";
  readonly isOpen: boolean;
  readonly size: number | null;
  /** The position among its siblings, starting at 1, and their number. */
  readonly position: number;
  readonly count: number;
}

export const keyOf = (volume: Volume, path: string) => `${volume}:${path}`;

const KINDS = { file: "file", dir: "folder", symlink: "link" } as const;
const ORDER = { dir: 0, file: 1, symlink: 1 } as const;

/** Sorts `file2` before `file10`. */
const NAMES = new Intl.Collator("en", { numeric: true });

function sorted(entries: readonly FileEntry[]): readonly FileEntry[] {
  return entries.toSorted((a, b) => ORDER[a.type] - ORDER[b.type] || NAMES.compare(a.name, b.name));
}

const MESSAGES = { loading: "Loading…", failed: "Could not be loaded" } as const;

function message(volume: Volume, path: string, level: number, name: string): TreeRow {
  return {
    key: `${keyOf(volume, path)}//${name}`,
    volume,
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
  volume: Volume,
  path: string,
  level: number,
  folders: Folders,
  open: ReadonlySet<string>,
): TreeRow[] {
  const folder = folders.get(keyOf(volume, path)) ?? { state: "loading" };
  if (folder.state !== "loaded") return [message(volume, path, level, MESSAGES[folder.state])];
  const { entries, truncated } = folder.listing;
  if (entries.length === 0) return [message(volume, path, level, "Empty")];
  const rows: TreeRow[] = [];
  for (const [index, entry] of sorted(entries).entries()) {
    const below = joinPath(path, entry.name);
    const key = keyOf(volume, below);
    const kind = KINDS[entry.type];
    const isOpen = kind === "folder" && open.has(key);
    rows.push({
      key,
      volume,
      path: below,
      name: entry.name,
      level,
      kind,
      isOpen,
      size: kind === "file" ? entry.size : null,
      position: index + 1,
      count: entries.length,
    });
    if (isOpen) for (const row of within(volume, below, level + 1, folders, open)) rows.push(row);
  }
  if (truncated) rows.push(message(volume, path, level, "More entries are not shown"));
  return rows;
}

/** All visible rows, with the volumes as roots. */
export function treeRows(
  roots: readonly { readonly volume: Volume; readonly name: string }[],
  folders: Folders,
  open: ReadonlySet<string>,
): readonly TreeRow[] {
  return roots.flatMap(({ volume, name }, index) => {
    const key = keyOf(volume, "");
    const isOpen = open.has(key);
    const root: TreeRow = {
      key,
      volume,
      path: "",
      name,
      level: 1,
      kind: "folder",
      isOpen,
      size: null,
      position: index + 1,
      count: roots.length,
    };
    return isOpen ? [root, ...within(volume, "", 2, folders, open)] : [root];
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
      return row.kind === "message" ? null : { do: "select", row };
    default:
      return null;
  }
}
