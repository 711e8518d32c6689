import type { Restore, Rewound } from "../../api/rewind.ts";
import { counted } from "../../ui/describe-amounts.ts";

/** The most paths that a list shows. */
const MAX_SHOWN = 100;

export interface ChangedPaths {
  readonly count: number;
  /** Those that others have changed are first. */
  readonly shown: readonly string[];
}

type Changed = Pick<Rewound, "restored" | "removed" | "conflicts" | "counts">;

/** Paths without the directories of other paths, as far as the list is complete. */
function withoutParents(paths: readonly string[], count: number): readonly string[] {
  if (paths.length < count) return paths;
  const parents = new Set<string>();
  for (const path of paths)
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      if (parents.has(path.slice(0, at))) break;
      parents.add(path.slice(0, at));
    }
  return paths.filter((path) => !parents.has(path));
}

function changedPaths(all: readonly string[], total: number, conflicts: readonly string[]): ChangedPaths {
  const paths = withoutParents(all, total);
  const isConflict = new Set(conflicts);
  const sorted = [
    ...paths.filter((path) => isConflict.has(path)),
    ...paths.filter((path) => !isConflict.has(path)),
  ];
  return { count: total - (all.length - paths.length), shown: sorted.slice(0, MAX_SHOWN) };
}

/** What a rewind changes in the files. */
export function fileChanges({ restored, removed, conflicts, counts }: Changed) {
  return {
    restored: changedPaths(restored, counts.restored, conflicts),
    removed: changedPaths(removed, counts.removed, conflicts),
    // The rest of a long list may have directories.
    isExact: restored.length === counts.restored && removed.length === counts.removed,
  };
}

/** What a rewind changes: `3 files` and `the conversation`, or nothing. */
export function rewoundParts(
  restore: Restore,
  rewound: Changed & Pick<Rewound, "through_seq">,
): readonly string[] {
  const { restored, removed, isExact } = fileChanges(rewound);
  const count = restored.count + removed.count;
  const parts: string[] = [];
  if (restore !== "transcript" && count > 0)
    parts.push(isExact ? counted(count, "file") : counted(count, "file or folder", "files and folders"));
  if (restore !== "files" && rewound.through_seq !== null) parts.push("the conversation");
  return parts;
}
