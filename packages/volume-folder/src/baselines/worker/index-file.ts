import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RememberedFile, RememberedFiles } from "@workspace-agent/core/changes";
import { hasCode } from "../../has-code.ts";
import { INDEX } from "../names.ts";

const FORMAT = 1;

/** A file of a baseline, with the location of its stored content, if any. */
export interface IndexedFile extends RememberedFile {
  /** Milliseconds since 1970. */
  readonly ctimeMs: number;
  readonly stored: { readonly pack: string; readonly offset: number } | null;
}

export interface BaselineIndex extends RememberedFiles<IndexedFile> {
  /** Milliseconds since 1970. */
  readonly begun: number;
  /** Whether the files could not be read. */
  readonly isRefused: boolean;
  /** Of an end: the folders of baselines with writes between the beginning and the end. */
  readonly writers?: readonly string[];
}

type Row = [
  path: string,
  kind: "file" | "program" | "symlink",
  size: number,
  stamp: string,
  ctimeMs: number,
  id: string | null,
  pack: number,
  offset: number,
];

interface Stored {
  readonly format: number;
  readonly begun: number;
  readonly isRefused: boolean;
  readonly writers?: readonly string[];
  readonly packs: readonly string[];
  readonly files: readonly Row[];
  readonly hidden: readonly string[];
}

function kindOf({ type, executable }: IndexedFile): Row[1] {
  return type === "symlink" ? "symlink" : executable ? "program" : "file";
}

/** The packs that an index refers to. */
export function packsOf({ files }: RememberedFiles<IndexedFile>): readonly string[] {
  const packs = new Set<string>();
  for (const { stored } of files.values()) if (stored !== null) packs.add(stored.pack);
  return [...packs];
}

export function encodeIndex(index: BaselineIndex): string {
  const packs = packsOf(index);
  const numbers = new Map(packs.map((pack, number) => [pack, number]));
  const rows = [...index.files].map(([path, file]): Row => {
    const pack = file.stored === null ? -1 : (numbers.get(file.stored.pack) ?? -1);
    return [path, kindOf(file), file.size, file.stamp, file.ctimeMs, file.id, pack, file.stored?.offset ?? 0];
  });
  const { begun, isRefused, writers, hidden } = index;
  return JSON.stringify({
    format: FORMAT,
    begun,
    isRefused,
    writers,
    packs,
    files: rows,
    hidden: [...hidden],
  });
}

function decode({ begun, isRefused, writers, packs, files, hidden }: Stored): BaselineIndex {
  const entries = files.map(([path, kind, size, stamp, ctimeMs, id, number, offset]) => {
    const pack = packs[number];
    const file: IndexedFile = {
      type: kind === "symlink" ? "symlink" : "file",
      executable: kind === "program",
      size,
      stamp,
      ctimeMs,
      id,
      stored: pack === undefined ? null : { pack, offset },
    };
    return [path, file] as const;
  });
  const known = { begun, isRefused, files: new Map(entries), hidden: new Set(hidden) };
  return writers === undefined ? known : { ...known, writers };
}

/** Reads the index of a baseline's folder; null where there is none in this format. */
export function readIndex(folder: string): BaselineIndex | null {
  let text: string;
  try {
    text = readFileSync(join(folder, INDEX), "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
  const stored = JSON.parse(text) as Stored;
  return stored.format === FORMAT ? decode(stored) : null;
}
