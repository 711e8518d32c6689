import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { History } from "lucide-react";
import { useRollback, versionsQuery, type LibraryItem, type LibraryKind } from "../../api/library.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { DiffView } from "../../ui/diff-view.tsx";
import { ErrorNotice, Notice } from "../../ui/error-notice.tsx";
import { MoreRows } from "../../ui/more-rows.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { SkeletonRows } from "../../ui/spinner.tsx";
import { showToast } from "../../ui/toast.tsx";
import { WORDS } from "../kinds.ts";
import { itemRoute } from "../routes.ts";
import { textOfItem, TEXT_PATHS } from "./item-text.ts";
import styles from "./versions.module.css";

interface VersionsViewProps {
  readonly kind: LibraryKind;
  /** As it is now. */
  readonly item: LibraryItem;
}

/** Every version, what each changed, and the way back to it. */
export function VersionsView({ kind, item }: VersionsViewProps) {
  const { version: shown = item.version } = itemRoute.useSearch();
  const list = useInfiniteQuery(versionsQuery(kind, item.id));
  if (list.isPending) return <SkeletonRows count={4} />;
  if (list.isError && list.data === undefined)
    return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  const versions = list.data.pages.flatMap(({ items }) => items);
  const at = versions.findIndex(({ version }) => version === shown);
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
            {...(version === shown && { "aria-current": "page" as const })}
            className={styles.entry}
          >
            <span>
              Version {version}
              {version === item.version && <Badge tone="good">current</Badge>}
            </span>
            <span className={styles.time}>
              <RelativeTime at={updated_at} />
            </span>
          </Link>
        ))}
        <MoreRows list={list} />
      </nav>
      <ShownVersion kind={kind} item={item} version={versions[at]} before={versions[at + 1]} />
    </div>
  );
}

interface ShownVersionProps extends VersionsViewProps {
  readonly version: LibraryItem | undefined;
  /** The one before it, where there is one and it is known. */
  readonly before: LibraryItem | undefined;
}

function ShownVersion({ kind, item, version, before }: ShownVersionProps) {
  const back = useRollback(kind, item.id);
  if (version === undefined)
    return (
      <Notice>
        <p>This version is not among those that are listed.</p>
      </Notice>
    );
  const isCurrent = version.version === item.version;
  const goBack = () =>
    back.mutate(version.version, {
      onSuccess: ({ item: now }) =>
        showToast(
          `Back to version ${version.version}`,
          `It is version ${now.version} now; nothing was lost.`,
        ),
    });
  return (
    <section className={styles.shown} aria-label={`Version ${version.version}`}>
      <header className={styles.head}>
        <div>
          <h2>
            {before === undefined ? `Version ${version.version}` : `What version ${version.version} changed`}
          </h2>
          <p className={styles.time}>{new Date(version.updated_at).toLocaleString()}</p>
        </div>
        {!isCurrent && (
          <Button icon={<History />} isBusy={back.isPending} onClick={goBack}>
            Go back to version {version.version}
          </Button>
        )}
      </header>
      {back.isError && <ErrorNotice error={back.error} />}
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
          <summary>What going back would change in the current {WORDS[kind].one}</summary>
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
      {kind === "skills" && (
        <p className={styles.time}>
          Of files, names and sizes are compared; their contents are kept with each version.
        </p>
      )}
    </section>
  );
}
