import type { ReactNode } from "react";
import { ErrorNotice } from "./error-notice.tsx";
import { MoreRows, type PagedList } from "./more-rows.tsx";
import { SkeletonRows } from "./spinner.tsx";

export interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isError: boolean;
  readonly refetch: () => Promise<unknown>;
}

interface QueryViewProps<Data> {
  readonly query: Query<Data>;
  /** How many rows the placeholder has. */
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}

/** The data of a query, its placeholder, or its error. */
export function QueryView<Data>({ query, rows = 6, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <SkeletonRows count={rows} />;
  return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
}

export interface PagedViewProps<Item> {
  readonly query: Query<{ readonly pages: readonly { readonly items: readonly Item[] }[] }> & PagedList;
  readonly rows?: number;
  /** Whether an item is shown. All pages are loaded, one after the other, until enough are. Default: all items. */
  readonly isShown?: (item: Item) => boolean;
  /** Shown if the list has no items to show. */
  readonly empty: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** The items of a paged list. */
export function PagedView<Item>({ query, rows = 6, isShown, empty, children }: PagedViewProps<Item>) {
  return (
    <QueryView query={query} rows={rows}>
      {({ pages }) => {
        const all = pages.flatMap((page) => page.items);
        const items = isShown === undefined ? all : all.filter(isShown);
        if (items.length === 0 && !query.hasNextPage) return empty;
        return (
          <>
            {items.length > 0 && children(items)}
            <MoreRows list={query} />
          </>
        );
      }}
    </QueryView>
  );
}
