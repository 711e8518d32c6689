import { useMemo, useSyncExternalStore } from "react";
import { VIEWED_ITEM } from "./forget-viewed.ts";

type MarkStore = Pick<Storage, "getItem" | "setItem">;

/** The oldest marks go first. */
const MAX_MARKS = 1_000;

const keyOf = (scope: string, path: string) => `${scope}\n${path}`;

/** Which versions of changed files a person has viewed, in this browser. A file that changes again is not viewed. */
export class ViewedFiles {
  private text: string | null = null;
  private known: ReadonlyMap<string, string> = new Map();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly store: MarkStore) {}

  /** The viewed version of each file. The same object until one changes, here or in another tab. */
  readonly read = (): ReadonlyMap<string, string> => {
    const text = this.store.getItem(VIEWED_ITEM);
    if (text !== this.text) [this.text, this.known] = [text, new Map(marksIn(text))];
    return this.known;
  };

  /** A version of null removes the mark. */
  change(scope: string, path: string, version: string | null): void {
    const marks = new Map(this.read());
    marks.delete(keyOf(scope, path));
    if (version !== null) marks.set(keyOf(scope, path), version);
    try {
      this.store.setItem(VIEWED_ITEM, JSON.stringify([...marks].slice(-MAX_MARKS)));
    } catch {
      // There is no space for it.
    }
    for (const listener of this.listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
}

type Mark = readonly [key: string, version: string];

const isMark = (value: unknown): value is Mark =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");

function marksIn(text: string | null): readonly Mark[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(isMark) : [];
  } catch {
    return [];
  }
}

/** The storage of the browser. Without it, marks last until the page is closed. */
function browserStore(): MarkStore {
  try {
    return localStorage;
  } catch {
    const items = new Map<string, string>();
    return {
      getItem: (name) => items.get(name) ?? null,
      setItem: (name, value) => void items.set(name, value),
    };
  }
}

let shared: ViewedFiles | undefined;

interface Versioned {
  readonly version: string;
}

/** The paths of the files of which this version was viewed. A scope is what is compared, such as a session. */
export function viewedPaths(
  marks: ReadonlyMap<string, string>,
  scope: string,
  files: ReadonlyMap<string, Versioned>,
): ReadonlySet<string> {
  const isViewed = ([path, { version }]: readonly [string, Versioned]) =>
    marks.get(keyOf(scope, path)) === version;
  return new Set([...files].filter(isViewed).map(([path]) => path));
}

export function useViewed(scope: string, files: ReadonlyMap<string, Versioned>) {
  const marks = (shared ??= new ViewedFiles(browserStore()));
  const known = useSyncExternalStore(marks.subscribe, marks.read);
  const paths = useMemo(() => viewedPaths(known, scope, files), [known, scope, files]);
  const change = (path: string, isViewed: boolean) =>
    marks.change(scope, path, isViewed ? (files.get(path)?.version ?? null) : null);
  return { paths, change };
}
