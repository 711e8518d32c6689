import { useMemo, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { saveText } from "../save-text.ts";
import { countLines } from "./cut-text.ts";
import { foldText } from "./fold-text.ts";
import styles from "./long-output.module.css";
import { OutputText, WholeText } from "./whole-text.tsx";

const CHARACTERS = 2_000;
/** Of what is written, the beginning says what it is; of what was run, the end says how it went. */
const OF_EXACT = { head: 14, tail: 0, characters: CHARACTERS };
const OF_OUTPUT = { head: 6, tail: 8, characters: CHARACTERS };
const OF_FAILED = { head: 3, tail: 20, characters: CHARACTERS };

interface LongOutputProps {
  readonly text: string;
  /** What it is, for those who listen, and the name of its file: `Output`. */
  readonly label: string;
  /** What was typed to get it. */
  readonly command?: string;
  readonly isFailed?: boolean;
  /** Every character is shown for what it is. Default: as a terminal shows it. */
  readonly isExact?: boolean;
  /** Whether all of it is shown from the start, and nothing folds it. Default false. */
  readonly isWholeAtFirst?: boolean;
}

/** Text as it is, or as a terminal shows it; of what is long its middle is folded until somebody wants it. */
export function LongOutput(props: LongOutputProps) {
  const { text, label, command, isFailed = false, isExact = false, isWholeAtFirst = false } = props;
  const [isWhole, setWhole] = useState(isWholeAtFirst);
  const folded = useMemo(
    () => foldText(text, isExact ? OF_EXACT : isFailed ? OF_FAILED : OF_OUTPUT),
    [text, isExact, isFailed],
  );
  const typed = useMemo(() => (command === undefined ? null : foldText(command, OF_EXACT)), [command]);
  const isLong = folded.hiddenLines > 0 || (typed !== null && typed.hiddenLines > 0);
  const name = label.toLowerCase();
  const save = () =>
    saveText(command === undefined ? text : `$ ${command}\n${text}`, `${name}.txt`, "text/plain");
  return (
    <div className={styles.frame} data-failed={isFailed || undefined}>
      {command !== undefined && typed !== null && (
        <pre className={styles.typed} tabIndex={0} role="group" aria-label="Command" dir="ltr">
          <code className={styles.command}>
            <OutputText text={isWhole ? command : typed.head} isExact />
            {!isWhole && typed.hiddenLines > 0 && " […]"}
          </code>
        </pre>
      )}
      {isWhole && text !== "" && <WholeText text={text} label={label} isExact={isExact} />}
      {!isWhole && text !== "" && (
        <pre className={styles.text} tabIndex={0} role="group" aria-label={label} dir="ltr">
          <code className={styles.output}>
            <OutputText text={folded.head} isExact={isExact} />
          </code>
          {folded.hiddenLines > 0 && <span className={styles.gap}>{describeGap(folded.hiddenLines)}</span>}
          {folded.tail !== "" && (
            <code className={styles.output}>
              <OutputText text={folded.tail} isExact={isExact} />
            </code>
          )}
        </pre>
      )}
      <div className={styles.tools}>
        {isLong && !isWholeAtFirst && (
          <Button size="small" kind="quiet" onClick={() => setWhole(!isWhole)}>
            {isWhole ? "Show less" : `Show all ${describeLines(text, command)}`}
          </Button>
        )}
        {(isLong || isWholeAtFirst) && (
          <Button size="small" kind="quiet" onClick={save}>
            Download
          </Button>
        )}
        <span className={styles.copies}>
          {command !== undefined && <CopyButton text={command} label="Copy command" look="quiet" />}
          {text !== "" && <CopyButton text={text} label={`Copy ${name}`} look="quiet" />}
        </span>
      </div>
    </div>
  );
}

const inWords = (count: number) => count.toLocaleString("en");

function describeGap(lines: number): string {
  return lines === 1 ? "… a part of a long line is folded …" : `… ${inWords(lines)} lines are folded …`;
}

function describeLines(text: string, command = ""): string {
  const count = Math.max(countLines(text), countLines(command));
  return count === 1 ? "of the line" : `${inWords(count)} lines`;
}
