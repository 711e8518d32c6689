import { useMemo, useState } from "react";
import { counted } from "../../../ui/describe-amounts.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { countLines, foldText } from "./fold-text.ts";
import { FullText } from "./full-text.tsx";
import css from "./long-output.module.css";
import { OutputText } from "./output-text.tsx";
import { settled, type StyledOutput } from "./settled-output.ts";

const NO_STYLES: StyledOutput["styles"] = [];
const CHARACTERS = 2_000;
/** The start of an input and the end of an output are the most informative. */
const INPUT = { head: 14, tail: 0, characters: CHARACTERS };
const OUTPUT = { head: 6, tail: 8, characters: CHARACTERS };
/** What is written now is at the end. */
const LIVE_OUTPUT = { head: 0, tail: 8, characters: CHARACTERS };
const FAILED_OUTPUT = { head: 3, tail: 20, characters: CHARACTERS };

interface LongOutputProps {
  readonly text: string;
  /** How a terminal shows the text. Default: without any style. */
  readonly styles?: StyledOutput["styles"] | undefined;
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
  const { text, styles = NO_STYLES, label, command, isFailed = false, isLive = false } = props;
  const { isExact = false, isAlwaysFull = false, file } = props;
  const [isFull, setFull] = useState(isAlwaysFull);
  // A progress bar is one line, however much was written.
  const output = useMemo(
    () => (isExact ? { text, styles } : settled({ text, styles })),
    [text, styles, isExact],
  );
  const { text: shown } = output;
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
    <div className={css.frame}>
      {command !== undefined && foldedCommand !== null && (
        <pre className={css.commandFrame} tabIndex={0} role="group" aria-label="Command" dir="ltr">
          <code className={css.command}>
            <OutputText text={isFull ? command : foldedCommand.head} styles={NO_STYLES} from={0} isExact />
            {!isFull && foldedCommand.hiddenLines > 0 && " […]"}
          </code>
        </pre>
      )}
      {isFull && shown !== "" && <FullText {...output} label={label} isExact={isExact} isLive={isLive} />}
      {!isFull && shown !== "" && (
        <pre className={css.text} tabIndex={0} role="group" aria-label={label} dir="ltr">
          {folded.head !== "" && (
            <code className={css.output}>
              <OutputText text={folded.head} styles={output.styles} from={0} isExact={isExact} />
            </code>
          )}
          {folded.hiddenLines > 0 && <span className={css.gap}>{describeGap(folded.hiddenLines)}</span>}
          {folded.tail !== "" && (
            <code className={css.output}>
              <OutputText
                text={folded.tail}
                styles={output.styles}
                from={shown.length - folded.tail.length}
                isExact={isExact}
              />
            </code>
          )}
        </pre>
      )}
      <div className={css.tools}>
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
        <span className={css.copies}>
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
