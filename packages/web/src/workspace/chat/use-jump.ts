import { useLayoutEffect, useState, type RefObject } from "react";
import type { VirtualizerHandle } from "virtua";
import { describeError } from "../../api/describe-error.ts";
import { showToast } from "../../ui/toast.tsx";
import { useFeed } from "./feed/use-session-feed.ts";
import type { Follow } from "./use-follow.ts";

export interface JumpParts {
  readonly ids: readonly string[];
  readonly rows: RefObject<VirtualizerHandle | null>;
  readonly follow: Follow;
}

/** Scrolls to rows of the transcript, also to older ones that are loaded first. `offset`: what covers the top, in pixels. */
export function useJump({ ids, rows, follow }: JumpParts, offset = 0) {
  const feed = useFeed();
  // A row that is scrolled to when it is part of the list.
  const [target, setTarget] = useState<string | null>(null);

  useLayoutEffect(() => {
    const index = target === null ? -1 : ids.indexOf(target);
    if (index < 0) return;
    rows.current?.scrollToIndex(index, { align: "start", offset: -offset });
    setTarget(null);
  }, [ids, target, rows, offset]);

  const jump = (id: string | undefined) => {
    if (id === undefined) return;
    follow.stop();
    setTarget(id);
  };
  /** Loads older rows until one of them is enough, or all are loaded. */
  const load = async (isEnough: (id: string) => boolean): Promise<string | undefined> => {
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
  return { jump, load };
}

export const orToast = (loading: Promise<unknown>): Promise<unknown> =>
  loading.catch((error: unknown) =>
    showToast("Older messages could not be loaded", describeError(error).message),
  );
