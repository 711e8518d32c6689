import { ArrowDown } from "lucide-react";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { describeError } from "../../api/describe-error.ts";
import { Button } from "../../ui/button.tsx";
import { SkeletonRows, Spinner } from "../../ui/spinner.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useFeed, useFeedPart } from "./feed/use-session-feed.ts";
import { RowView } from "./rows/row-view.tsx";
import styles from "./transcript.module.css";
import { useFollow } from "./use-follow.ts";

/** So near to the end a reader follows it, in pixels. */
const AT_END = 48;
/** So near to the beginning what was before is read. */
const NEAR_START = 1200;

/** The rows of a session, those in sight only. It stays at the newest as long as the reader is there. */
export function Transcript() {
  const feed = useFeed();
  const order = useFeedPart(({ view }) => view.order);
  const live = useFeedPart(({ view }) => view.live);
  const isCaughtUp = useFeedPart((state) => state.isCaughtUp);
  const isReadingOlder = useFeedPart((state) => state.isReadingOlder);
  const liveIds = live.map(({ id }) => id).join(" ");
  const ids = useMemo(() => (liveIds === "" ? order : [...order, ...liveIds.split(" ")]), [order, liveIds]);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRef<VirtualizerHandle>(null);
  const follow = useFollow(scroller);
  const isShifted = useShift(ids);

  useLayoutEffect(() => {
    const last = feed.read().view.rows.get(ids.at(-1) ?? "");
    // What somebody has just said is where they look.
    if (last?.kind === "user") follow.begin();
    if (follow.isOn()) rows.current?.scrollToIndex(ids.length - 1, { align: "end" });
  }, [ids, feed, follow]);
  const readOlder = () => {
    if (!feed.hasOlder) return;
    feed.readOlder().catch((error: unknown) => {
      showToast("Earlier messages could not be read", describeError(error).message);
    });
  };
  const scrolled = (offset: number) => {
    const { current } = rows;
    if (current === null) return;
    follow.scrolled(current.scrollSize - offset - current.viewportSize < AT_END);
    if (offset < NEAR_START) readOlder();
  };
  useEffect(() => {
    const { current } = rows;
    if (!isCaughtUp || current === null) return;
    const isAtStart = current.scrollOffset < 1 && !follow.isOn();
    if (isAtStart || current.scrollSize <= current.viewportSize) readOlder();
  });

  if (!isCaughtUp && ids.length === 0) return <SkeletonRows count={4} />;
  return (
    <div className={styles.frame}>
      <div ref={scroller} className={styles.scroller} tabIndex={0} role="region" aria-label="Transcript">
        <Virtualizer
          ref={rows}
          scrollRef={scroller}
          data={ids}
          shift={isShifted}
          bufferSize={600}
          onScroll={scrolled}
          onResize={follow.resized}
        >
          {(id) => <RowView key={id} id={id} />}
        </Virtualizer>
      </div>
      {isReadingOlder && (
        <div className={styles.older}>
          <Spinner label="Reading earlier messages" />
        </div>
      )}
      {!follow.isAtEnd && (
        <div className={styles.jump}>
          <Button
            size="small"
            icon={<ArrowDown />}
            onClick={() => {
              follow.begin();
              rows.current?.scrollToIndex(ids.length - 1, { align: "end" });
            }}
          >
            Newest
          </Button>
        </div>
      )}
    </div>
  );
}

/** So many of the first rows are looked for: a result whose call is read later becomes a part of that call's row. */
const LOOKED_FOR = 20;

/** Whether rows were added before those that were shown, which then keep their place. */
function useShift(ids: readonly string[]): boolean {
  const before = useRef(ids);
  const old = before.current;
  const known = ids[0] === old[0] ? -1 : old.slice(0, LOOKED_FOR).findIndex((id) => ids.includes(id));
  const isShifted = known >= 0 && ids.indexOf(old[known] ?? "") > known;
  useLayoutEffect(() => {
    before.current = ids;
  }, [ids]);
  return isShifted;
}
