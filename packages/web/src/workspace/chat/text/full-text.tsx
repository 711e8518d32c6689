import { memo, useLayoutEffect, useMemo, useRef, useState, type UIEvent } from "react";
import { Button } from "../../../ui/button.tsx";
import { chunkText } from "./chunk-text.ts";
import { ExactText } from "./exact-text.tsx";
import { countLines } from "./fold-text.ts";
import styles from "./long-output.module.css";
import { visibleText } from "./visible-text.ts";

/** The most that a page can render. */
const PART_LINES = 50_000;
const PART_CHARACTERS = 1_000_000;
/** The size of a block, which is laid out when it is visible. */
const BLOCK_LINES = 100;
const BLOCK_CHARACTERS = 10_000;

interface FullTextProps {
  /** Settled, if it is output. */
  readonly text: string;
  readonly label: string;
  readonly isExact: boolean;
  /** The text grows, and its end stays visible until the reader scrolls up. */
  readonly isLive?: boolean;
}

type TextProps = Pick<FullTextProps, "text" | "isExact">;

/** A full text, of which only the visible blocks are laid out, so that the browser's search still finds everything. A very long text has several pages. */
export function FullText({ text, label, isExact, isLive = false }: FullTextProps) {
  const parts = useMemo(() => chunkText(text, PART_LINES, PART_CHARACTERS), [text]);
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, Math.max(0, parts.length - 1));
  const blocks = useMemo(() => chunkText(parts[at] ?? "", BLOCK_LINES, BLOCK_CHARACTERS), [parts, at]);
  const end = useEndOf(text, isLive);
  return (
    <>
      {/* Each part starts at its top. */}
      <pre key={at} {...end} className={styles.text} tabIndex={0} role="group" aria-label={label} dir="ltr">
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

const AT_END_PX = 24;

/** Keeps an element at its end while its text grows. */
function useEndOf(text: string, isOn: boolean) {
  const ref = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (isOn && isAtEnd.current) ref.current?.scrollTo({ top: ref.current.scrollHeight });
  }, [text, isOn]);
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < AT_END_PX;
  };
  return { ref, onScroll };
}

const Block = memo(function Block({ text, isExact }: TextProps) {
  return (
    <code className={styles.block} style={{ containIntrinsicBlockSize: `auto ${countLines(text)}lh` }}>
      <OutputText text={text} isExact={isExact} />
    </code>
  );
});

/** An exact text, or settled output. */
export function OutputText({ text, isExact }: TextProps) {
  // A line end at the end is not another line.
  const lines = text.replace(/\n$/, "");
  // An empty line must have its height.
  return isExact && lines !== "" ? <ExactText text={lines} /> : visibleText(lines) || "\n";
}
