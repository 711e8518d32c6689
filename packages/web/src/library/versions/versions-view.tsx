import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { History } from "lucide-react";
import { useRollback, versionsQuery, type LibraryItem, type LibraryKind } from "../../api/library.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { DiffView } from "../../ui/diff-view.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { MoreRows } from "../../ui/more-rows.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { showToast } from "../../ui/toast.tsx";
import { KIND_TEXTS } from "../kinds.ts";
import { itemRoute } from "../routes.ts";
import { textOfItem, TEXT_PATHS } from "./item-text.ts";
import styles from "./versions.module.css";

interface VersionsViewProps {
  readonly kind: LibraryKind;
  /** The current version. */
  readonly item: LibraryItem;
}

/** Shows what each version changed, and goes back to one. */
export function VersionsView({ kind, item }: VersionsViewProps) {
  const { version: selected = item.version } = itemRoute.useSearch();
  const list = useInfiniteQuery(versionsQuery(kind, item.id));
  return (
    <QueryView query={list} rows={4}>
      {({ pages }) => {
        const versions = pages.flatMap(({ items }) => items);
        const index = versions.findIndex(({ version }) => version === selected);
        return (
          <div className={styles.view}>
            <nav aria-label="Versions" className={styles.list}>
              {versions.map(({ version, updated_at }) => (
                <Link
                  key={version}
                  to="/library/$kind/$ref"
                  params={{ kind, ref: item.id }}
                  search={{ view: "versions", version }}
                  replace
                  resetScroll={false}
                  activeOptions={{ includeSearch: true }}
                  {...(version === selected && { "aria-current": "page" as const })}
                  className="nav-entry"
                >
                  <span>
                    Version {version}
                    <span className={styles.time}>
                      <RelativeTime at={updated_at} />
                    </span>
                  </span>
                  {version === item.version && <Badge tone="good">current</Badge>}
                </Link>
              ))}
              <MoreRows list={list} />
            </nav>
            <SelectedVersion kind={kind} item={item} version={versions[index]} before={versions[index + 1]} />
          </div>
        );
      }}
    </QueryView>
  );
}

interface SelectedVersionProps extends VersionsViewProps {
  readonly version: LibraryItem | undefined;
  /** The previous version, if it exists and was loaded. */
  readonly before: LibraryItem | undefined;
}

function SelectedVersion({ kind, item, version, before }: SelectedVersionProps) {
  const rollback = useRollback(kind, item.id);
  if (version === undefined) return <p className="muted">This version was not found.</p>;
  const isCurrent = version.version === item.version;
  const goBack = () =>
    rollback.mutate(version.version, {
      onSuccess: ({ item: now }) =>
        showToast(`Restored version ${version.version}`, `The current version is ${now.version}.`),
    });
  return (
    <section className="stack" aria-label={`Version ${version.version}`}>
      <header className="spread">
        <div>
          <h2>
            {before === undefined ? `Version ${version.version}` : `Changes in version ${version.version}`}
          </h2>
          <p className="hint">{new Date(version.updated_at).toLocaleString()}</p>
        </div>
        {!isCurrent && (
          <Button icon={<History />} isBusy={rollback.isPending} onClick={goBack}>
            Restore version {version.version}
          </Button>
        )}
      </header>
      {rollback.isError && <ErrorNotice error={rollback.error} />}
      <DiffView
        key={`${version.version}-before`}
        before={before === undefined ? "" : textOfItem(before)}
        after={textOfItem(version)}
        path={TEXT_PATHS[kind]}
        label={
          before === undefined
            ? `Version ${version.version}`
            : `Version ${before.version} and version ${version.version}`
        }
        layout="unified"
      />
      {!isCurrent && (
        <details className={styles.more}>
          <summary>Compare with the current {KIND_TEXTS[kind].one}</summary>
          <DiffView
            key={`${version.version}-now`}
            before={textOfItem(item)}
            after={textOfItem(version)}
            path={TEXT_PATHS[kind]}
            label={`Version ${item.version} and version ${version.version}`}
            layout="unified"
          />
        </details>
      )}
      {kind === "skills" && <p className="hint">Only the names and sizes of files are compared.</p>}
    </section>
  );
}
