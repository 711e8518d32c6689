import { useEffect, useMemo, useRef, useState, type RefObject } from "react";

/** The distance from the end at which the list follows new rows. */
const AT_END_PX = 48;
/** A scroll within this time after user input is the user's, in milliseconds. */
const INPUT_MS = 600;
const INPUT_EVENTS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

const sizeOf = ({ scrollHeight, clientHeight }: HTMLElement) => `${scrollHeight} ${clientHeight}`;

/** Keeps a growing list at its end until the user scrolls up. Changes in the size of rows do not end that. */
export function useFollow(scroller: RefObject<HTMLElement | null>) {
  const [isAtEnd, setAtEnd] = useState(true);
  const isFollowing = useRef(true);
  const inputAt = useRef(0);
  const knownSize = useRef("");
  useEffect(() => {
    const { current } = scroller;
    const onInput = () => void (inputAt.current = performance.now());
    for (const name of INPUT_EVENTS) current?.addEventListener(name, onInput, { passive: true });
    return () => {
      for (const name of INPUT_EVENTS) current?.removeEventListener(name, onInput);
    };
  });
  const actions = useMemo(() => {
    const set = (next: boolean) => {
      isFollowing.current = next;
      setAtEnd(next);
    };
    const scrollToEnd = () => {
      if (isFollowing.current) scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
    };
    return {
      isOn: () => isFollowing.current,
      start: () => set(true),
      stop: () => set(false),
      onScroll: () => {
        const { current } = scroller;
        if (current === null) return;
        const size = sizeOf(current);
        // Without a change in size, it is a search in the page, for example, or a screen reader.
        const isOfUser = size === knownSize.current || performance.now() - inputAt.current < INPUT_MS;
        knownSize.current = size;
        if (current.scrollHeight - current.scrollTop - current.clientHeight < AT_END_PX) set(true);
        else if (isOfUser) set(false);
        else requestAnimationFrame(scrollToEnd);
      },
      /** The size of the list or of its rows has changed; the list measures rows until the next frame. */
      onResize: () => {
        scrollToEnd();
        requestAnimationFrame(() => {
          scrollToEnd();
          if (scroller.current !== null) knownSize.current = sizeOf(scroller.current);
        });
      },
    };
  }, [scroller]);
  return useMemo(() => ({ ...actions, isAtEnd }), [actions, isAtEnd]);
}

export type Follow = ReturnType<typeof useFollow>;
