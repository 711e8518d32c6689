import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ListFilter, Plus } from "lucide-react";
import { useCallback, useState } from "react";
import { sessionsByIdQuery } from "../../../api/by-id.ts";
import { sessionsQuery } from "../../../api/sessions.ts";
import { buttonClass, IconButton } from "../../../ui/button.tsx";
import { SortedView } from "../../../ui/sorted-view.tsx";
import { pinnedFirst, sessionIdsAmong, sessionName } from "../../../workspaces/personal/personal-view.ts";
import { usePersonalView } from "../../../workspaces/personal/use-personal-view.ts";
import { usePinned } from "../../../workspaces/personal/use-pinned.ts";
import { SessionEntry } from "./session-entry.tsx";
import { COMPARE, isFiltered, isListed, type SessionFilter } from "./session-filter.ts";
import { SessionFilters } from "./session-filters.tsx";
import styles from "./session-list.module.css";
import { listedSessions } from "./session-title.ts";
import { useIsUnread, useReading } from "./use-reading.ts";
import { useSessionFilter } from "./use-session-filter.ts";

interface SessionNavigationProps {
  readonly workspaceId: string;
  readonly shownId: string | null;
}

export function SessionNavigation({ workspaceId, shownId }: SessionNavigationProps) {
  const { filter, change } = useSessionFilter(workspaceId);
  const [isOpen, setOpen] = useState(false);
  const changeFilter = useCallback(
    (changes: Partial<SessionFilter>) => {
      // They stay open when they are cleared.
      setOpen(true);
      change(changes);
    },
    [change],
  );
  const { view } = usePersonalView();
  const isUnread = useIsUnread();
  const nameOf = (id: string) => sessionName(workspaceId, id);
  const isDefault = !isFiltered(filter);
  const { show, metadata, sort } = filter;
  const isScan = show !== "all" || sort !== "newest";
  const list = useInfiniteQuery(sessionsQuery(workspaceId, { metadata, isScan }));
  const loaded = list.data?.pages.flatMap(({ items }) => items);
  useReading(workspaceId, shownId, isDefault ? loaded : undefined);
  const { found: pinned } = usePinned({
    ids: sessionIdsAmong(view.pinned, workspaceId),
    loaded: isDefault ? loaded : undefined,
    toQuery: (ids) => sessionsByIdQuery(workspaceId, ids),
    nameOf,
  });
  const all = [...pinned, ...(loaded ?? [])];
  const subagents = all.filter(({ parent }) => parent !== null);
  const hasFilters = isOpen || !isDefault;
  return (
    <nav aria-label="Sessions" className={styles.list}>
      <div className={styles.head}>
        <Link
          to="/workspaces/$id/chat"
          params={{ id: workspaceId }}
          search={{}}
          className={buttonClass()}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          <Plus />
          New session
        </Link>
        <IconButton
          label="Filter sessions"
          icon={<ListFilter />}
          aria-expanded={hasFilters}
          disabled={!isDefault}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {hasFilters && <SessionFilters filter={filter} onChange={changeFilter} />}
      <SortedView
        key={`${workspaceId} ${JSON.stringify(filter)}`}
        query={list}
        compare={COMPARE[sort]}
        rows={4}
        isShown={(session) => session.parent === null && isListed(session, show, view)}
        empty={<p className="hint">{isDefault ? "No sessions yet." : "No matching sessions."}</p>}
      >
        {(listed) => (
          <ul>
            {listedSessions(
              [...pinnedFirst(view, [...pinned, ...listed], ({ id }) => nameOf(id)), ...subagents],
              shownId,
            ).map((entry) => (
              <SessionEntry
                key={entry.session.id}
                entry={entry}
                sessions={all}
                workspaceId={workspaceId}
                isShown={entry.session.id === shownId}
                isPinned={view.pinned.has(nameOf(entry.session.id))}
                isUnread={!entry.isSubagent && entry.session.id !== shownId && isUnread(entry.session)}
              />
            ))}
          </ul>
        )}
      </SortedView>
    </nav>
  );
}
