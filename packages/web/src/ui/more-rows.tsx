import { useEffect, useRef } from "react";
import { Button } from "./button.tsx";
import styles from "./more-rows.module.css";

export interface PagedList {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** Loads the next page of a list when it scrolls into view, or by its button. */
export function MoreRows({ list }: { readonly list: PagedList }) {
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const isWanted = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (end.current === null || !isWanted) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) void fetchNextPage();
      },
      { rootMargin: "400px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWanted, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <div ref={end} className={styles.more}>
      <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        Show more
      </Button>
    </div>
  );
}
