import { useMemo, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { saveText } from "../save-text.ts";
import { cutText } from "./cut-text.ts";
import styles from "./long-output.module.css";
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
  /** Whether as much is shown as a page bears. Default false. */
  readonly isWholeAtFirst?: boolean;
}

/** Text as a terminal shows it; what is long is cut, and shown or downloaded when somebody wants it. */
export function LongOutput(props: LongOutputProps) {
  const { text, label, command, isFailed = false, isWholeAtFirst = false } = props;
  const [isWhole, setWhole] = useState(isWholeAtFirst);
  const { shown, hiddenLines, hiddenCharacters } = useMemo(
    () =>
      isWhole ? cutText(text, MOST_LINES, MOST_CHARACTERS) : cutText(text, FIRST_LINES, FIRST_CHARACTERS),
    [text, isWhole],
  );
  const moreLines = `${hiddenLines.toLocaleString("en")} more lines`;
  const clean = useMemo(() => terminalText(shown), [shown]);
  return (
    <div className={styles.frame} data-failed={isFailed || undefined}>
      <pre className={styles.text} tabIndex={0} role="group" aria-label={label} dir="ltr">
        {command !== undefined && <code className={styles.command}>{terminalText(command)}</code>}
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
              onClick={() => saveText(text, `${label.toLowerCase()}.txt`, "text/plain")}
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
