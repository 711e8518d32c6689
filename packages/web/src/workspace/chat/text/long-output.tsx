import { useMemo, useState } from "react";
import { counted } from "../../../ui/describe-amounts.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { countLines, foldText } from "./fold-text.ts";
import styles from "./long-output.module.css";
import { OutputText, FullText } from "./full-text.tsx";
import { settledOutput } from "./visible-text.ts";

const CHARACTERS = 2_000;
/** The start of an input and the end of an output are the most informative. */
const INPUT = { head: 14, tail: 0, characters: CHARACTERS };
const OUTPUT = { head: 6, tail: 8, characters: CHARACTERS };
/** What is written now is at the end. */
const LIVE_OUTPUT = { head: 0, tail: 8, characters: CHARACTERS };
const FAILED_OUTPUT = { head: 3, tail: 20, characters: CHARACTERS };

interface LongOutputProps {
  readonly text: string;
  /** The accessible name, and the name of its file: `Output`. */
  readonly label: string;
  readonly command?: string;
  readonly isFailed?: boolean;
  /** The text is the end of what is still being written. */
  readonly isLive?: boolean;
  /** Shows every character. Default: as in a terminal. */
  readonly isExact?: boolean;
  /** Never folds the text. */
  readonly isAlwaysFull?: boolean;
  /** Its file, which can then also be downloaded if the text is short. Default: a text file with the name of the label. */
  readonly file?: { readonly name: string; readonly type: string };
}

/** An input or output, folded if it is long. */
export function LongOutput(props: LongOutputProps) {
  const { text, label, command, isFailed = false, isLive = false } = props;
  const { isExact = false, isAlwaysFull = false, file } = props;
  const [isFull, setFull] = useState(isAlwaysFull);
  // A progress bar is one line, however much was written.
  const shown = useMemo(() => (isExact ? text : settledOutput(text)), [text, isExact]);
  const folded = useMemo(
    () => foldText(shown, isExact ? INPUT : isLive ? LIVE_OUTPUT : isFailed ? FAILED_OUTPUT : OUTPUT),
    [shown, isExact, isFailed, isLive],
  );
  const foldedCommand = useMemo(() => (command === undefined ? null : foldText(command, INPUT)), [command]);
  const isLong = folded.hiddenLines > 0 || (foldedCommand !== null && foldedCommand.hiddenLines > 0);
  const name = label.toLowerCase();
  const save = () =>
    saveFile(command === undefined ? text : `$ ${command}\n${text}`, file?.name ?? `${name}.txt`, file?.type);
  return (
    <div className={styles.frame} data-failed={isFailed || undefined}>
      {command !== undefined && foldedCommand !== null && (
        <pre className={styles.commandFrame} tabIndex={0} role="group" aria-label="Command" dir="ltr">
          <code className={styles.command}>
            <OutputText text={isFull ? command : foldedCommand.head} isExact />
            {!isFull && foldedCommand.hiddenLines > 0 && " […]"}
          </code>
        </pre>
      )}
      {isFull && shown !== "" && <FullText text={shown} label={label} isExact={isExact} isLive={isLive} />}
      {!isFull && shown !== "" && (
        <pre className={styles.text} tabIndex={0} role="group" aria-label={label} dir="ltr">
          {folded.head !== "" && (
            <code className={styles.output}>
              <OutputText text={folded.head} isExact={isExact} />
            </code>
          )}
          {folded.hiddenLines > 0 && <span className={styles.gap}>{describeGap(folded.hiddenLines)}</span>}
          {folded.tail !== "" && (
            <code className={styles.output}>
              <OutputText text={folded.tail} isExact={isExact} />
            </code>
          )}
        </pre>
      )}
      <div className={styles.tools}>
        {isLong && !isAlwaysFull && (
          <Button size="small" kind="quiet" onClick={() => setFull(!isFull)}>
            {isFull ? "Show less" : `Show all ${describeLines(shown, command)}`}
          </Button>
        )}
        {!isLive && (isLong || isAlwaysFull || file !== undefined) && (
          <Button size="small" kind="quiet" onClick={save}>
            Download
          </Button>
        )}
        <span className={styles.copies}>
          {command !== undefined && <CopyButton text={command} label="Copy command" look="quiet" />}
          {shown !== "" && <CopyButton text={shown} label={`Copy ${name}`} look="quiet" />}
        </span>
      </div>
    </div>
  );
}

function describeGap(lines: number): string {
  return lines === 1 ? "… part of a long line …" : `… ${counted(lines, "more line")} …`;
}

function describeLines(text: string, command = ""): string {
  const count = Math.max(countLines(text), countLines(command));
  return count === 1 ? "of this line" : counted(count, "line");
}
