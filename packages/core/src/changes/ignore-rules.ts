import ignore, { type Ignore } from "ignore";
import { MAX_IGNORE_BYTES, MAX_IGNORE_LINES, MAX_IGNORE_STARS } from "./limits.ts";

export const IGNORE_FILE = ".gitignore";

const ALWAYS: ReadonlySet<string> = new Set([".git", "node_modules"]);
/**
 * Folders and files that tools make again by themselves, and whose names people give to nothing else. Not among them are names such as
 * `build`, `dist`, `target` and `vendor`, which sources have too: a `.gitignore` says what these are.
 */
const CACHES: ReadonlySet<string> = new Set([
  "__pycache__",
  ".pytest_cache",
  ".mypy_cache",
  ".ruff_cache",
  ".hypothesis",
  ".ipynb_checkpoints",
  ".tox",
  ".nox",
  ".venv",
  ".gradle",
  ".parcel-cache",
  ".turbo",
  ".terraform",
]);
const COMPILED = /\.py[co]$|^\.DS_Store$/;

function isMadeAgain(name: string, isDirectory: boolean): boolean {
  return ALWAYS.has(name) || (isDirectory ? CACHES.has(name) : COMPILED.test(name));
}

/** A pattern takes time with the power of its stars; one that no person writes is left out. */
function isReasonable(line: string): boolean {
  return (line.match(/\*+/g)?.length ?? 0) <= MAX_IGNORE_STARS;
}

/** The first lines, each of them whole. */
function linesOf(text: string): readonly string[] {
  const lines = text.slice(0, MAX_IGNORE_BYTES).split("\n");
  return (text.length > MAX_IGNORE_BYTES ? lines.slice(0, -1) : lines).slice(0, MAX_IGNORE_LINES);
}

interface Scope {
  /** What the paths begin with that these rules are for: empty, or with a `/` at its end. */
  readonly prefix: string;
  readonly rules: Ignore;
}

/** Which paths of a tree are left out, as git has it: the `.gitignore` files from the root down, the nearest rule counting most. */
export class IgnoreRules {
  /** The nearest directory first. */
  private readonly scopes: readonly Scope[];

  private readonly leavesAllOut: boolean;

  private constructor(scopes: readonly Scope[], leavesAllOut = false) {
    this.scopes = scopes;
    this.leavesAllOut = leavesAllOut;
  }

  static readonly none = new IgnoreRules([]);
  /** What holds in a directory that is left out itself. */
  static readonly everything = new IgnoreRules([], true);

  /** With the text of the `.gitignore` in a directory (the root is empty). */
  with(directory: string, text: string): IgnoreRules {
    if (this.leavesAllOut) return this;
    const lines = linesOf(text);
    const rules = ignore({ ignorecase: false }).add(lines.filter(isReasonable).join("\n"));
    const prefix = directory === "" ? "" : `${directory}/`;
    return new IgnoreRules([{ prefix, rules }, ...this.scopes]);
  }

  /** Whether a path is left out, which is in no directory that is. */
  ignores(path: string, isDirectory: boolean): boolean {
    if (this.leavesAllOut) return true;
    if (isMadeAgain(path.slice(path.lastIndexOf("/") + 1), isDirectory)) return true;
    for (const { prefix, rules } of this.scopes) {
      const { ignored, unignored } = rules.test(path.slice(prefix.length) + (isDirectory ? "/" : ""));
      if (ignored || unignored) return ignored;
    }
    return false;
  }
}
