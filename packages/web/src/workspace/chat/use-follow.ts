import { useEffect, useMemo, useRef, useState, type RefObject } from "react";

/** A scroll within this time after user input is the user's, in milliseconds. */
const INPUT_MS = 600;
const INPUT_EVENTS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** Keeps a growing list at its end until the user scrolls up. Changes in the size of rows do not end that. */
export function useFollow(scroller: RefObject<HTMLElement | null>) {
  const [isAtEnd, setAtEnd] = useState(true);
  const isFollowing = useRef(true);
  const inputAt = useRef(0);
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
      onScroll: (isEnd: boolean) => {
        if (isEnd) set(true);
        else if (performance.now() - inputAt.current < INPUT_MS) set(false);
        // For example, the browser restored the position after a reload.
        else requestAnimationFrame(scrollToEnd);
      },
      /** The size of the list or of its rows has changed; the list measures rows until the next frame. */
      onResize: () => {
        scrollToEnd();
        requestAnimationFrame(scrollToEnd);
      },
    };
  }, [scroller]);
  return useMemo(() => ({ ...actions, isAtEnd }), [actions, isAtEnd]);
}

export type Follow = ReturnType<typeof useFollow>;
