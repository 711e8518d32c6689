import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Download, Library, Plus, SearchX, Upload } from "lucide-react";
import { useCallback } from "react";
import { exportItems, libraryQuery, type LibraryKind } from "../../api/library.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { Page } from "../../ui/page.tsx";
import { PagedView } from "../../ui/query-view.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { LinkTabs, tabLinkClass } from "../../ui/tabs.tsx";
import { useSaveFile } from "../../ui/use-save-file.ts";
import { KINDS, KIND_TEXTS } from "../kinds.ts";
import { listRoute } from "../routes.ts";
import { ItemTable } from "./item-table.tsx";

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
  const { one, description } = KIND_TEXTS[kind];
  const empty =
    q === "" ? (
      <EmptyState icon={<Library />} title={`No ${kind} yet`}>
        Create a {one}, or import several at once.
      </EmptyState>
    ) : (
      <EmptyState
        icon={<SearchX />}
        title={`No matching ${kind}`}
        action={<Button onClick={() => search("")}>Clear search</Button>}
      >
        No name or description contains “{q}”.
      </EmptyState>
    );
  return (
    <Page
      title="Library"
      description={description}
      actions={
        <div className="cluster">
          <Link to="/library/$kind/import" params={{ kind }} className={buttonClass()}>
            <Upload aria-hidden />
            Import
          </Link>
          <Link to="/library/$kind/new" params={{ kind }} className={buttonClass({ kind: "primary" })}>
            <Plus aria-hidden />
            New {one}
          </Link>
        </div>
      }
    >
      <div className="stack">
        <LinkTabs label="Kinds">
          {KINDS.map((each) => (
            <Link key={each} to="/library/$kind" params={{ kind: each }} className={tabLinkClass}>
              {KIND_TEXTS[each].title}
            </Link>
          ))}
        </LinkTabs>
        <div className="spread">
          <SearchField key={kind} label={`Search ${kind}`} value={q} onChange={search} />
          <ExportButton kind={kind} />
        </div>
        <PagedView query={list} empty={empty}>
          {(items) => <ItemTable kind={kind} items={items} />}
        </PagedView>
      </div>
    </Page>
  );
}

function ExportButton({ kind }: { readonly kind: LibraryKind }) {
  const all = useSaveFile(async () => await exportItems(kind), `${kind}.ndjson`);
  return (
    <>
      <Button kind="quiet" icon={<Download />} isBusy={all.isPending} onClick={() => all.mutate()}>
        Export all
      </Button>
      {all.isError && <ErrorNotice error={all.error} onRetry={() => all.mutate()} />}
    </>
  );
}
