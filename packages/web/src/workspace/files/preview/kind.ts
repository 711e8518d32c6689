export type PreviewKind = "markdown" | "table" | "picture";

const KINDS: ReadonlyMap<string, PreviewKind> = new Map([
  ["md", "markdown"],
  ["markdown", "markdown"],
  ["csv", "table"],
  ["tsv", "table"],
  ["svg", "picture"],
]);

/** How the text of a file is shown beside its source; null: there is no other way. */
export function previewKindOf(path: string): PreviewKind | null {
  const ending = /\.([^./]+)$/.exec(path)?.[1] ?? "";
  return KINDS.get(ending.toLowerCase()) ?? null;
}
