import { useEffect, useState } from "react";
import { ErrorNotice } from "./error-notice.tsx";
import { MoreRows } from "./more-rows.tsx";
import { PagedView, type PagedViewProps } from "./query-view.tsx";
import { SkeletonRows } from "./spinner.tsx";

/** Rows that are rendered before more are scrolled to. */
const PAGE = 100;

export type Compare<Item> = (a: Item, b: Item) => number;

interface SortedViewProps<Item> extends PagedViewProps<Item> {
  /** Null: the order of the pages. */
  readonly compare: Compare<Item> | null;
}

/** The items of a paged list in any order. Another order than that of the pages needs all of them, which are read first. */
export function SortedView<Item>({ compare, ...props }: SortedViewProps<Item>) {
  return compare === null ? <PagedView {...props} /> : <AllItems {...props} compare={compare} />;
}

interface AllItemsProps<Item> extends PagedViewProps<Item> {
  readonly compare: Compare<Item>;
}

function AllItems<Item>(props: AllItemsProps<Item>) {
  const { query, rows = 6, isShown = () => true, empty, children, compare } = props;
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const [limit, setLimit] = useState(PAGE);
  const [wasComplete, setComplete] = useState(false);
  const isComplete = data !== undefined && !hasNextPage;
  const isNextWanted = data !== undefined && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isNextWanted) void fetchNextPage();
  }, [isNextWanted, fetchNextPage]);
  useEffect(() => {
    if (isComplete) setComplete(true);
  }, [isComplete]);

  if (data === undefined) return <PagedView {...props} />;
  if (isFetchNextPageError) return <ErrorNotice error={error} onRetry={() => void fetchNextPage()} />;
  const all = data.pages.flatMap(({ items }) => items);
  // After a refresh, a last page may be missing for a moment.
  if (!isComplete && !wasComplete)
    return (
      <>
        <p className="hint" role="status">
          Reading the list to sort it: {all.length.toLocaleString("en")} so far
        </p>
        <SkeletonRows count={rows} />
      </>
    );
  const items = all.filter(isShown).toSorted(compare);
  if (items.length === 0) return empty;
  const more = {
    hasNextPage: items.length > limit,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    fetchNextPage: async () => {
      setLimit(limit + PAGE);
      await Promise.resolve();
    },
  };
  return (
    <>
      {children(items.slice(0, limit))}
      <MoreRows list={more} />
    </>
  );
}
