import { useMemo, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { saveText } from "../save-text.ts";
import { cutText } from "./cut-text.ts";
import styles from "./long-output.module.css";
import { ExactText } from "./exact-text.tsx";
import { terminalText } from "./visible-text.ts";

const FIRST_LINES = 14;
const FIRST_CHARACTERS = 2_000;
const MOST_LINES = 2_500;
const MOST_CHARACTERS = 200_000;

interface LongOutputProps {
  readonly text: string;
  /** What it is, for those who listen, and the name of its file: `Output`. */
  readonly label: string;
  /** What was typed to get it. */
  readonly command?: string;
  readonly isFailed?: boolean;
  /** Every character is shown for what it is. Default: as a terminal shows it. */
  readonly isExact?: boolean;
  /** Whether as much is shown as a page bears. Default false. */
  readonly isWholeAtFirst?: boolean;
}

const cutTo = (text: string, isWhole: boolean) =>
  isWhole ? cutText(text, MOST_LINES, MOST_CHARACTERS) : cutText(text, FIRST_LINES, FIRST_CHARACTERS);

/** Text as it is, or as a terminal shows it; what is long is cut first, and shown or downloaded when somebody wants it. */
export function LongOutput(props: LongOutputProps) {
  const { text, label, command, isFailed = false, isExact = false, isWholeAtFirst = false } = props;
  const [isWhole, setWhole] = useState(isWholeAtFirst);
  const cut = useMemo(() => cutTo(text, isWhole), [text, isWhole]);
  const typed = useMemo(() => (command === undefined ? null : cutTo(command, isWhole)), [command, isWhole]);
  const hiddenLines = cut.hiddenLines + (typed?.hiddenLines ?? 0);
  const hiddenCharacters = cut.hiddenCharacters + (typed?.hiddenCharacters ?? 0);
  const moreLines = `${hiddenLines.toLocaleString("en")} more lines`;
  const clean = useMemo(() => (isExact ? "" : terminalText(cut.shown)), [cut, isExact]);
  return (
    <div className={styles.frame} data-failed={isFailed || undefined}>
      <pre className={styles.text} tabIndex={0} role="group" aria-label={label} dir="ltr">
        {typed !== null && (
          <code className={styles.command}>
            <ExactText text={typed.shown} />
            {typed.hiddenCharacters > 0 && " […]"}
          </code>
        )}
        {isExact && (
          <code className={styles.output}>
            <ExactText text={cut.shown} />
          </code>
        )}
        {clean !== "" && <code className={styles.output}>{clean}</code>}
      </pre>
      <div className={styles.tools}>
        {(hiddenCharacters > 0 || isWhole) && (
          <>
            {!isWholeAtFirst && (
              <Button size="small" kind="quiet" onClick={() => setWhole(!isWhole)}>
                {isWhole ? "Show less" : `Show ${hiddenLines <= 1 ? "all" : moreLines}`}
              </Button>
            )}
            <Button
              size="small"
              kind="quiet"
              onClick={() =>
                saveText(
                  command === undefined ? text : `$ ${command}\n${text}`,
                  `${label.toLowerCase()}.txt`,
                  "text/plain",
                )
              }
            >
              Download
            </Button>
            {isWhole && hiddenLines > 0 && <span className={styles.rest}>{moreLines} in the download</span>}
          </>
        )}
        <span className={styles.copy}>
          <CopyButton
            text={command === undefined ? text : command}
            label={command === undefined ? `Copy ${label.toLowerCase()}` : "Copy command"}
          />
        </span>
      </div>
    </div>
  );
}
