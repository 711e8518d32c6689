import { lazy, Suspense, useMemo, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { foldText } from "./fold-text.ts";
import { settledBlocks } from "./settled-blocks.ts";
import styles from "./agent-text.module.css";
import { visibleText } from "./visible-text.ts";

const MessageMarkdown = lazy(async () => {
  const { MessageMarkdown } = await import("./message-markdown.tsx");
  return { default: MessageMarkdown };
});

const FIRST_LINES = 2_000;
const FIRST_CHARACTERS = 40_000;
/** Longer texts can only be downloaded. */
const MAX_CHARACTERS = 320_000;

interface AgentTextProps {
  readonly text: string;
  /** Whether the text is still growing. */
  readonly isLive?: boolean;
}

/** A message as Markdown. A long text is shown step by step. */
export function AgentText({ text, isLive = false }: AgentTextProps) {
  const [scale, setScale] = useState(1);
  const maxCharacters = FIRST_CHARACTERS * scale;
  const { head: shown } = useMemo(
    () => foldText(text, { head: FIRST_LINES * scale, tail: 0, characters: maxCharacters }),
    [text, scale, maxCharacters],
  );
  const hidden = text.length - shown.length;
  const blocks = isLive ? settledBlocks(shown) : [shown];
  return (
    <>
      <Suspense fallback={<div className={styles.plain}>{visibleText(shown)}</div>}>
        <div className={styles.blocks}>
          {blocks.map((block, index) => (
            <MessageMarkdown key={index} text={block} />
          ))}
        </div>
      </Suspense>
      {hidden > 0 && (
        <div className="cluster">
          {maxCharacters < MAX_CHARACTERS && (
            <Button size="small" onClick={() => setScale(scale * 4)}>
              Show more
            </Button>
          )}
          <Button size="small" onClick={() => saveFile(text, "message.md", "text/markdown")}>
            Download
          </Button>
          <span className="hint">{hidden.toLocaleString("en")} more characters</span>
        </div>
      )}
    </>
  );
}
