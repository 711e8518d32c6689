import { ArrowDown, ArrowUpToLine, ChevronDown, ChevronUp } from "lucide-react";
import { useEffect } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { useFeed } from "./feed/use-session-feed.ts";
import styles from "./transcript.module.css";
import { orToast, useJump, type JumpParts } from "./use-jump.ts";

/** Jumps to the start, to the end, and between the messages of users. Alt and an arrow key do so too. */
export function TranscriptJumps(parts: JumpParts) {
  const { ids, rows, follow } = parts;
  const feed = useFeed();
  const { jump, load } = useJump(parts);
  const isUser = (id: string) => feed.read().view.rows.get(id)?.kind === "user";

  const toEnd = () => {
    follow.start();
    rows.current?.scrollToIndex(ids.length - 1, { align: "end" });
  };
  const toStart = async () => {
    await load(() => false);
    jump(feed.read().view.order[0]);
  };
  /** The offset of a row from the top of the visible part. */
  const offsetOf = (index: number) =>
    (rows.current?.getItemOffset(index) ?? 0) - (rows.current?.scrollOffset ?? 0);
  const toPrevious = async () => {
    const above = ids.findLast((id, index) => isUser(id) && offsetOf(index) < -1);
    jump(above ?? (await load(isUser)));
  };
  const toNext = () => {
    const below = ids.find((id, index) => isUser(id) && offsetOf(index) > 1);
    if (below === undefined) toEnd();
    else jump(below);
  };

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
      if (document.querySelector("dialog[open]") !== null || isWriting(event.target)) return;
      event.preventDefault();
      if (event.key === "ArrowUp") void orToast(toPrevious());
      else toNext();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  });

  if (follow.isAtEnd) return null;
  return (
    <div className={styles.jumps}>
      <IconButton label="First message" icon={<ArrowUpToLine />} onClick={() => void orToast(toStart())} />
      <IconButton
        label="Previous message of yours"
        icon={<ChevronUp />}
        aria-keyshortcuts="Alt+ArrowUp"
        onClick={() => void orToast(toPrevious())}
      />
      <IconButton
        label="Next message of yours"
        icon={<ChevronDown />}
        aria-keyshortcuts="Alt+ArrowDown"
        onClick={toNext}
      />
      <Button size="small" kind="quiet" icon={<ArrowDown />} onClick={toEnd}>
        Latest messages
      </Button>
    </div>
  );
}

/** Whether the key may move the cursor in a text. */
function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement && target.value !== "";
}
