import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { describeError } from "../../api/describe-error.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { SkeletonRows, Spinner } from "../../ui/spinner.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useFeed, useFeedPart } from "./feed/use-session-feed.ts";
import { RowView } from "./rows/row-view.tsx";
import styles from "./transcript.module.css";
import { useFollow } from "./use-follow.ts";

const TranscriptJumps = lazyComponent(async () => (await import("./transcript-jumps.tsx")).TranscriptJumps);
const TranscriptSearch = lazyComponent(
  async () => (await import("./transcript-search.tsx")).TranscriptSearch,
);

/** How many rows before and after the one with the focus are rendered: some have nothing that Tab reaches. */
const KEPT_AROUND = 5;
/** The distance from the start at which older events are loaded. */
const NEAR_START_PX = 1200;

interface TranscriptProps {
  readonly isSearched: boolean;
  readonly onSearchEnd: () => void;
}

/** The rows of a session, of which only the visible ones are rendered. It follows new rows while the reader is at the end. */
export function Transcript({ isSearched, onSearchEnd }: TranscriptProps) {
  const feed = useFeed();
  const order = useFeedPart(({ view }) => view.order);
  const live = useFeedPart(({ view }) => view.live);
  const isCaughtUp = useFeedPart((state) => state.isCaughtUp);
  const isLoadingOlder = useFeedPart((state) => state.isLoadingOlder);
  const liveIds = live.map(({ id }) => id).join(" ");
  const ids = useMemo(() => (liveIds === "" ? order : [...order, ...liveIds.split(" ")]), [order, liveIds]);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRef<VirtualizerHandle>(null);
  const follow = useFollow(scroller);
  const shown = useRef<string>(undefined);
  const isShifted = useShift(ids);
  const [found, setFound] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const openRows = useFeedPart(({ view }) => [...view.open.values()].join(" "));
  // Tab moves to the next row even where a long one ends far outside of the visible part. An open request has drafts and keys.
  const kept = useMemo(() => {
    const at = focused === null ? Number.NaN : ids.indexOf(focused);
    const open = openRows.split(" ");
    return [...ids.entries()]
      .filter(([index, id]) => Math.abs(index - at) <= KEPT_AROUND || open.includes(id))
      .map(([index]) => index);
  }, [ids, focused, openRows]);

  useLayoutEffect(() => {
    const last = feed.read().view.rows.get(ids.at(-1) ?? "");
    // Show the message that the user has just sent, once.
    if (last?.kind === "user" && last.id !== shown.current) {
      shown.current = last.id;
      follow.start();
    }
    if (follow.isOn()) rows.current?.scrollToIndex(ids.length - 1, { align: "end" });
  }, [ids, feed, follow]);
  const loadOlder = () => {
    if (!feed.hasOlder) return;
    feed.loadOlder().catch((error: unknown) => {
      showToast("Older messages could not be loaded", describeError(error).message);
    });
  };
  const onScroll = (offset: number) => {
    follow.onScroll();
    if (offset < NEAR_START_PX) loadOlder();
  };
  useEffect(() => {
    const { current } = rows;
    if (!isCaughtUp || current === null) return;
    const isAtStart = current.scrollOffset < 1 && !follow.isOn();
    if (isAtStart || current.scrollSize <= current.viewportSize) loadOlder();
  });

  if (!isCaughtUp && ids.length === 0) return <SkeletonRows count={4} />;
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        className={styles.scroller}
        tabIndex={0}
        role="region"
        aria-label="Transcript"
        onFocus={({ target }) =>
          setFocused(target.closest<HTMLElement>("[data-row]")?.dataset["row"] ?? null)
        }
      >
        <Virtualizer
          ref={rows}
          scrollRef={scroller}
          data={ids}
          shift={isShifted}
          bufferSize={600}
          keepMounted={kept}
          onScroll={onScroll}
          onResize={follow.onResize}
        >
          {(id) => <RowView key={id} id={id} isFound={id === found} />}
        </Virtualizer>
      </div>
      {isLoadingOlder && (
        <div className={styles.older}>
          <Spinner label="Loading older messages" />
        </div>
      )}
      {isSearched && (
        <TranscriptSearch
          ids={ids}
          rows={rows}
          follow={follow}
          found={found}
          onFound={setFound}
          onClose={onSearchEnd}
        />
      )}
      <TranscriptJumps ids={ids} rows={rows} follow={follow} />
    </div>
  );
}

/** How many of the first rows are compared: a result becomes part of its call's row when the call is loaded. */
const MAX_COMPARED = 20;

/** Whether rows were added at the start, so that the list keeps its scroll position. */
function useShift(ids: readonly string[]): boolean {
  const before = useRef(ids);
  const old = before.current;
  const known = ids[0] === old[0] ? -1 : old.slice(0, MAX_COMPARED).findIndex((id) => ids.includes(id));
  const isShifted = known >= 0 && ids.indexOf(old[known] ?? "") > known;
  useLayoutEffect(() => {
    before.current = ids;
  }, [ids]);
  return isShifted;
}
