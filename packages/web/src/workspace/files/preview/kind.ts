export type PreviewKind = "markdown" | "table" | "picture";

const KINDS: Readonly<Record<string, PreviewKind>> = {
  md: "markdown",
  markdown: "markdown",
  csv: "table",
  tsv: "table",
  svg: "picture",
};

/** How the text of a file is shown beside its source; null: there is no other way. */
export function previewKindOf(path: string): PreviewKind | null {
  return KINDS[path.slice(path.lastIndexOf(".") + 1).toLowerCase()] ?? null;
}
