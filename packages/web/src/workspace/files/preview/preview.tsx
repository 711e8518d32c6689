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

function rowsOf(path: string, text: string): readonly (readonly string[])[] | null {
  try {
    return parse(text, {
      delimiter: path.toLowerCase().endsWith(".tsv") ? "\t" : [",", ";"],
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
  if (rows === null) return <p className="muted">This file is not a table: a quote is not closed.</p>;
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
