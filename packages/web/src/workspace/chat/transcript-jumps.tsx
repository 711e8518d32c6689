import { ArrowDown, ArrowUpToLine, ChevronDown, ChevronUp } from "lucide-react";
import { useEffect, useLayoutEffect, useState, type RefObject } from "react";
import type { VirtualizerHandle } from "virtua";
import { describeError } from "../../api/describe-error.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useFeed } from "./feed/use-session-feed.ts";
import styles from "./transcript.module.css";
import type { Follow } from "./use-follow.ts";

interface TranscriptJumpsProps {
  readonly ids: readonly string[];
  readonly rows: RefObject<VirtualizerHandle | null>;
  readonly follow: Follow;
}

/** Jumps to the start, to the end, and between the messages of users. Alt and an arrow key do so too. */
export function TranscriptJumps({ ids, rows, follow }: TranscriptJumpsProps) {
  const feed = useFeed();
  // A row that is scrolled to when it is part of the list.
  const [target, setTarget] = useState<string | null>(null);
  const isUser = (id: string) => feed.read().view.rows.get(id)?.kind === "user";

  useLayoutEffect(() => {
    const index = target === null ? -1 : ids.indexOf(target);
    if (index < 0) return;
    rows.current?.scrollToIndex(index, { align: "start" });
    setTarget(null);
  }, [ids, target, rows]);

  const jump = (id: string | undefined) => {
    if (id === undefined) return;
    follow.stop();
    setTarget(id);
  };
  const toEnd = () => {
    follow.start();
    rows.current?.scrollToIndex(ids.length - 1, { align: "end" });
  };
  /** Loads older rows until one of them is enough, or all are loaded. */
  const load = async (isEnough: (id: string) => boolean) => {
    const known = ids[0];
    const older = () => {
      const { order } = feed.read().view;
      return order.slice(0, Math.max(0, order.indexOf(known ?? "")));
    };
    for (let from = -1; feed.hasOlder && feed.read().view.from !== from && !older().some(isEnough);) {
      from = feed.read().view.from;
      await feed.loadOlder();
    }
    return older().findLast(isEnough);
  };
  const orToast = (loading: Promise<unknown>) =>
    loading.catch((error: unknown) =>
      showToast("Older messages could not be loaded", describeError(error).message),
    );
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
