import { IGNORE_FILE, IgnoreRules } from "@workspace-agent/archives/ignore-rules";
import type { NodeEntry } from "./node.ts";
import type { TreeEntry, TreeFile } from "./tree.ts";

const GIT = ".git";

/** What of a directory snapshots leave out. `.git` is always covered, with all in it. */
export class Coverage {
  /** Null: nothing is left out. */
  private readonly rules: IgnoreRules | null;

  private constructor(rules: IgnoreRules | null) {
    this.rules = rules;
  }

  static readonly everything = new Coverage(null);
  static readonly unignored = new Coverage(IgnoreRules.none);

  /** Whether a `.gitignore` here would count. */
  get hasRules(): boolean {
    return this.rules !== null && this.rules !== IgnoreRules.everything;
  }

  /** Adds the text of the `.gitignore` in a directory. */
  with(directory: string, text: string): Coverage {
    return this.rules === null ? this : new Coverage(this.rules.with(directory, text));
  }

  leavesOut(path: string, name: string, isDirectory: boolean): boolean {
    return this.rules !== null && name !== GIT && this.rules.ignores(path, isDirectory);
  }

  /** For what is in a directory; where that is left out, for the files of it that are covered nevertheless. */
  below(path: string, name: string): Coverage {
    if (name === GIT || this.rules === null) return Coverage.everything;
    return this.rules.ignores(path, true) ? new Coverage(IgnoreRules.everything) : this;
  }
}

/** The coverage in a directory: what is left out above it, and by its own `.gitignore`. */
export async function coverageIn(
  path: string,
  entries: ReadonlyMap<string, TreeEntry | NodeEntry> | undefined,
  above: Coverage,
  textOf: (file: TreeFile) => Promise<string | null>,
): Promise<Coverage> {
  const file = entries?.get(IGNORE_FILE);
  if (!above.hasRules || file?.type !== "file") return above;
  const text = await textOf(file);
  return text === null ? above : above.with(path, text);
}
