import type { ReactNode } from "react";
import { ErrorNotice } from "./error-notice.tsx";
import { MoreRows, type PagedList } from "./more-rows.tsx";
import { SkeletonRows } from "./spinner.tsx";

interface Query<Data> {
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

interface PagedViewProps<Item> {
  readonly query: Query<{ readonly pages: readonly { readonly items: readonly Item[] }[] }> & PagedList;
  readonly rows?: number;
  /** Shown if the list has no items. */
  readonly empty: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** The items of a paged list. */
export function PagedView<Item>({ query, rows = 6, empty, children }: PagedViewProps<Item>) {
  return (
    <QueryView query={query} rows={rows}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0) return empty;
        return (
          <>
            {children(items)}
            <MoreRows list={query} />
          </>
        );
      }}
    </QueryView>
  );
}
