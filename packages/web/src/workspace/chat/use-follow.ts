import { useEffect, useMemo, useRef, useState, type RefObject } from "react";

/** So long after a hand was on the wheel or the keys a change of the place is the reader's, in milliseconds. */
const HAND_MS = 600;
const HAND_EVENTS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/**
 * Whether a list that grows at its end is kept at it. Only the reader ends that, by scrolling up; rows that grow, shrink or come do not.
 */
export function useFollow(scroller: RefObject<HTMLElement | null>) {
  const [isAtEnd, setAtEnd] = useState(true);
  const isFollowing = useRef(true);
  const handAt = useRef(0);
  useEffect(() => {
    const { current } = scroller;
    const noticed = () => void (handAt.current = performance.now());
    for (const name of HAND_EVENTS) current?.addEventListener(name, noticed, { passive: true });
    return () => {
      for (const name of HAND_EVENTS) current?.removeEventListener(name, noticed);
    };
  });
  const actions = useMemo(() => {
    const set = (next: boolean) => {
      isFollowing.current = next;
      setAtEnd(next);
    };
    const toEnd = () => {
      if (isFollowing.current) scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
    };
    return {
      isOn: () => isFollowing.current,
      begin: () => set(true),
      /** The place has changed, by whatever it was. */
      scrolled: (isEnd: boolean) => {
        if (isEnd) set(true);
        else if (performance.now() - handAt.current < HAND_MS) set(false);
        // A page that is loaded again is put where it was once.
        else requestAnimationFrame(toEnd);
      },
      /** Rows or the room have changed their size; the list takes it in before the next frame. */
      resized: () => {
        toEnd();
        requestAnimationFrame(toEnd);
      },
    };
  }, [scroller]);
  return useMemo(() => ({ ...actions, isAtEnd }), [actions, isAtEnd]);
}
