import { CsvError, parse } from "csv-parse/browser/esm/sync";
import { useEffect, useState } from "react";
import { Markdown } from "../../chat/text/markdown.tsx";
import { nameOf } from "../paths.ts";
import type { PreviewKind } from "./kind.ts";
import styles from "./preview.module.css";

/** Longer texts would block the page. */
const MOST_CHARACTERS = 300_000;
const MOST_ROWS = 500;

interface PreviewProps {
  readonly kind: PreviewKind;
  readonly path: string;
  readonly text: string;
}

/** What a text looks like: formatted, as a table, or as a picture. Nothing in it runs, and nothing is loaded. */
export function Preview({ kind, path, text }: PreviewProps) {
  if (text.length > MOST_CHARACTERS) return <p className="muted">This file is too large for a preview.</p>;
  if (kind === "markdown") return <Markdown text={text} />;
  if (kind === "picture") return <Picture path={path} text={text} />;
  return <Rows path={path} text={text} />;
}

/** A browser runs no scripts of a picture, and loads nothing for it. */
function Picture({ path, text }: Pick<PreviewProps, "path" | "text">) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return url === null ? null : <img className={styles.picture} src={url} alt={nameOf(path)} />;
}

/** The character between the cells: a tab in `.tsv`, else the one that the first line has more often. */
function delimiterOf(path: string, text: string): string {
  if (path.toLowerCase().endsWith(".tsv")) return "\t";
  const [first = ""] = text.split("\n", 1);
  return first.split(";").length > first.split(",").length ? ";" : ",";
}

function rowsOf(path: string, text: string): readonly (readonly string[])[] | null {
  try {
    const delimiter = delimiterOf(path, text);
    return parse(text, {
      delimiter,
      quote: delimiter === "\t" ? null : '"',
      relax_quotes: true,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      to: MOST_ROWS + 1,
    });
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

function Rows({ path, text }: Pick<PreviewProps, "path" | "text">) {
  const rows = rowsOf(path, text);
  if (rows === null) return <p className="muted">This file cannot be shown as a table.</p>;
  const [head = [], ...body] = rows;
  return (
    <div className={styles.frame} tabIndex={0} role="region" aria-label={`Table of ${nameOf(path)}`}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, index) => (
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {body.length === MOST_ROWS && <p className="muted">The first {MOST_ROWS} rows are shown.</p>}
    </div>
  );
}
