import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Plus, SearchX, Upload } from "lucide-react";
import { useCallback } from "react";
import { libraryQuery, KINDS, type LibraryKind } from "../../api/library.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { MoreRows } from "../../ui/more-rows.tsx";
import { Page } from "../../ui/page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { SkeletonRows } from "../../ui/spinner.tsx";
import { LinkTabs, tabLinkClass } from "../../ui/tabs.tsx";
import { WORDS } from "../kinds.ts";
import { listRoute } from "../routes.ts";
import { ExportButton } from "./export-button.tsx";
import { ItemTable } from "./item-table.tsx";
import { KIND_ICONS } from "./kind-icons.tsx";
import styles from "./list.module.css";

/** All of a kind, with a search. */
export function ListScreen() {
  const { kind } = listRoute.useParams();
  const { q = "" } = listRoute.useSearch();
  const navigate = useNavigate();
  const search = useCallback(
    (text: string) =>
      void navigate({
        to: "/library/$kind",
        params: { kind },
        search: text === "" ? {} : { q: text },
        replace: true,
      }),
    [navigate, kind],
  );
  const list = useInfiniteQuery(libraryQuery(kind, q));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const isFirst = list.isSuccess && items.length === 0 && q === "";
  const { one, many, what } = WORDS[kind];
  return (
    <Page title="Library" description={what} actions={!isFirst && <ListActions kind={kind} />}>
      <div className={styles.head}>
        <LinkTabs label="Kinds">
          {KINDS.map((each) => (
            <Link key={each} to="/library/$kind" params={{ kind: each }} className={tabLinkClass}>
              {WORDS[each].title}
            </Link>
          ))}
        </LinkTabs>
      </div>
      {!isFirst && (
        <div className={styles.tools}>
          <SearchField key={kind} label={`Search ${many}`} value={q} onChange={search} />
          <ExportButton kind={kind} />
        </div>
      )}
      {list.isPending && <SkeletonRows />}
      {list.isError && list.data === undefined && (
        <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
      )}
      {isFirst && (
        <EmptyState icon={KIND_ICONS[kind]} title={`No ${many} yet`} action={<ListActions kind={kind} />}>
          {what} Make the first {one}, or import a whole library at once.
        </EmptyState>
      )}
      {list.isSuccess && items.length === 0 && q !== "" && (
        <EmptyState
          icon={<SearchX />}
          title={`No ${one} fits`}
          action={<Button onClick={() => search("")}>Show all {many}</Button>}
        >
          None has “{q}” in its name or description.
        </EmptyState>
      )}
      {items.length > 0 && <ItemTable kind={kind} items={items} />}
      <MoreRows list={list} />
    </Page>
  );
}

function ListActions({ kind }: { readonly kind: LibraryKind }) {
  return (
    <div className={styles.actions}>
      <Link to="/library/$kind/import" params={{ kind }} className={buttonClass()}>
        <Upload aria-hidden />
        Import
      </Link>
      <Link to="/library/$kind/new" params={{ kind }} className={buttonClass({ kind: "primary" })}>
        <Plus aria-hidden />
        New {WORDS[kind].one}
      </Link>
    </div>
  );
}
