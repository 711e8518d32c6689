import { memo, useLayoutEffect, useMemo, useRef, useState, type ComponentProps, type UIEvent } from "react";
import { Button } from "../../../ui/button.tsx";
import { chunkText } from "./chunk-text.ts";
import { countLines } from "./fold-text.ts";
import css from "./long-output.module.css";
import { OutputText } from "./output-text.tsx";
import type { StyledTextProps } from "./styled-text.tsx";

/** The most that a page can render. */
const PART_LINES = 50_000;
const PART_CHARACTERS = 1_000_000;
/** The size of a block, which is laid out when it is visible. */
const BLOCK_LINES = 100;
const BLOCK_CHARACTERS = 10_000;

interface FullTextProps extends Omit<StyledTextProps, "from"> {
  readonly label: string;
  readonly isExact: boolean;
  /** The text grows, and its end stays visible until the reader scrolls up. */
  readonly isLive?: boolean;
}

/** A full text, of which only the visible blocks are laid out, so that the browser's search still finds everything. A very long text has several pages. */
export function FullText({ text, styles, label, isExact, isLive = false }: FullTextProps) {
  const parts = useMemo(() => chunkText(text, PART_LINES, PART_CHARACTERS), [text]);
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, Math.max(0, parts.length - 1));
  const blocks = useMemo(() => {
    const chunks = chunkText(parts[at] ?? "", BLOCK_LINES, BLOCK_CHARACTERS);
    let next = parts.slice(0, at).join("").length;
    return chunks.map((chunk) => ({ text: chunk, from: (next += chunk.length) - chunk.length }));
  }, [parts, at]);
  const end = useEndOf(text, isLive);
  return (
    <>
      {/* Each part starts at its top. */}
      <pre key={at} {...end} className={css.text} tabIndex={0} role="group" aria-label={label} dir="ltr">
        {blocks.map((block, index) => (
          <Block key={index} {...block} styles={styles} isExact={isExact} />
        ))}
      </pre>
      {parts.length > 1 && (
        <div className={css.parts}>
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

const Block = memo(function Block(props: ComponentProps<typeof OutputText>) {
  return (
    <code className={css.block} style={{ containIntrinsicBlockSize: `auto ${countLines(props.text)}lh` }}>
      <OutputText {...props} />
    </code>
  );
});
