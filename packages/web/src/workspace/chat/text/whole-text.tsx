import { memo, useMemo, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { countLines } from "./cut-text.ts";
import { ExactText } from "./exact-text.tsx";
import styles from "./long-output.module.css";
import { piecesOf } from "./pieces-of.ts";
import { terminalText } from "./visible-text.ts";

/** As much as a page bears at once. */
const PART_LINES = 50_000;
const PART_CHARACTERS = 1_000_000;
/** What is laid out together, as it comes into sight. */
const BLOCK_LINES = 100;
const BLOCK_CHARACTERS = 10_000;

interface WholeTextProps {
  readonly text: string;
  readonly label: string;
  readonly isExact: boolean;
}

/** All of a text, of which only what is in sight is laid out; a very long one in parts. The browser's own search finds what is out of sight. */
export function WholeText({ text, label, isExact }: WholeTextProps) {
  const parts = useMemo(() => piecesOf(text, PART_LINES, PART_CHARACTERS), [text]);
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, Math.max(0, parts.length - 1));
  const blocks = useMemo(() => piecesOf(parts[at] ?? "", BLOCK_LINES, BLOCK_CHARACTERS), [parts, at]);
  return (
    <>
      {/* Another part is read from its beginning. */}
      <pre key={at} className={styles.text} tabIndex={0} role="group" aria-label={label} dir="ltr">
        {blocks.map((block, index) => (
          <Block key={index} text={block} isExact={isExact} />
        ))}
      </pre>
      {parts.length > 1 && (
        <div className={styles.parts}>
          <Button size="small" disabled={at === 0} onClick={() => setChosen(at - 1)}>
            Previous part
          </Button>
          <span aria-live="polite">
            Part {at + 1} of {parts.length}
          </span>
          <Button size="small" disabled={at === parts.length - 1} onClick={() => setChosen(at + 1)}>
            Next part
          </Button>
        </div>
      )}
    </>
  );
}

const Block = memo(function Block({ text, isExact }: Omit<WholeTextProps, "label">) {
  return (
    <code className={styles.block} style={{ containIntrinsicBlockSize: `auto ${countLines(text)}lh` }}>
      <OutputText text={text} isExact={isExact} />
    </code>
  );
});

/** Every character for what it is, or as a terminal shows it. */
export function OutputText({ text, isExact }: Omit<WholeTextProps, "label">) {
  // What ends the last line is no line.
  const lines = text.replace(/\n$/, "");
  // An empty line is as high as others.
  return isExact && lines !== "" ? <ExactText text={lines} /> : terminalText(lines) || "\n";
}
