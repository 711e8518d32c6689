import { lazy, Suspense, useMemo, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { saveText } from "../save-text.ts";
import { cutText } from "./cut-text.ts";
import { settledBlocks } from "./settled-blocks.ts";
import styles from "./agent-text.module.css";
import { visibleText } from "./visible-text.ts";

const Markdown = lazy(async () => {
  const { Markdown } = await import("./markdown.tsx");
  return { default: Markdown };
});

const FIRST_LINES = 2_000;
const FIRST_CHARACTERS = 40_000;
/** As much as is shown at most; the rest is to be downloaded. */
const MOST_CHARACTERS = 320_000;

interface AgentTextProps {
  readonly text: string;
  /** More of it comes. */
  readonly isLive?: boolean;
}

/** What somebody wrote, as Markdown; a very long text is shown bit by bit. */
export function AgentText({ text, isLive = false }: AgentTextProps) {
  const [scale, setScale] = useState(1);
  const most = FIRST_CHARACTERS * scale;
  const { shown, hiddenCharacters } = useMemo(
    () => cutText(text, FIRST_LINES * scale, most),
    [text, scale, most],
  );
  const blocks = isLive ? settledBlocks(shown) : [shown];
  return (
    <>
      <Suspense fallback={<div className={styles.plain}>{visibleText(shown)}</div>}>
        <div className={styles.blocks}>
          {blocks.map((block, index) => (
            <Markdown key={index} text={block} />
          ))}
        </div>
      </Suspense>
      {hiddenCharacters > 0 && (
        <div className={styles.more}>
          {most < MOST_CHARACTERS && (
            <Button size="small" onClick={() => setScale(scale * 4)}>
              Show more
            </Button>
          )}
          <Button size="small" onClick={() => saveText(text, "message.md", "text/markdown")}>
            Download
          </Button>
          <span>{hiddenCharacters.toLocaleString("en")} more characters</span>
        </div>
      )}
    </>
  );
}
