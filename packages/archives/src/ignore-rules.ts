import ignore, { type Ignore } from "ignore";

export const IGNORE_FILE = ".gitignore";

/** A `.gitignore` beyond these limits is read only up to them: its patterns come from others and run as regular expressions. */
const MAX_BYTES = 65_536;
const MAX_LINES = 1_000;
const MAX_STARS = 4;

const ALWAYS: ReadonlySet<string> = new Set([".git", "node_modules"]);
/**
 * Folders that tools create again by themselves and whose names mean nothing else. Sources use names such as `build`, `dist`, `target`
 * and `vendor` too: for these a `.gitignore` decides.
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

/** The time that a pattern takes grows exponentially with its stars. Lines with more of them than people write are skipped. */
function isReasonable(line: string): boolean {
  return (line.match(/\*+/g)?.length ?? 0) <= MAX_STARS;
}

/** The first lines, without a last one that is cut off. */
function linesOf(text: string): readonly string[] {
  const lines = text.slice(0, MAX_BYTES).split("\n");
  return (text.length > MAX_BYTES ? lines.slice(0, -1) : lines).slice(0, MAX_LINES);
}

interface Scope {
  /** The directory that these rules apply to: empty, or with a `/` at its end. */
  readonly prefix: string;
  readonly rules: Ignore;
}

/** Which paths of a tree git would ignore: the `.gitignore` files from the root down, of which the nearest rule wins. */
export class IgnoreRules {
  /** The nearest directory first. */
  private readonly scopes: readonly Scope[];

  private readonly leavesAllOut: boolean;

  private constructor(scopes: readonly Scope[], leavesAllOut = false) {
    this.scopes = scopes;
    this.leavesAllOut = leavesAllOut;
  }

  static readonly none = new IgnoreRules([]);
  /** The rules in a directory that is ignored itself. */
  static readonly everything = new IgnoreRules([], true);

  /** Adds the text of the `.gitignore` in a directory. The root is the empty path. */
  with(directory: string, text: string): IgnoreRules {
    if (this.leavesAllOut) return this;
    const lines = linesOf(text);
    const rules = ignore({ ignorecase: false }).add(lines.filter(isReasonable).join("\n"));
    const prefix = directory === "" ? "" : `${directory}/`;
    return new IgnoreRules([{ prefix, rules }, ...this.scopes]);
  }

  /** Whether a path is ignored. None of the directories above it may be. */
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
