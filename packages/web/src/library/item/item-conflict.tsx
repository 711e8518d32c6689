import { useQuery } from "@tanstack/react-query";
import { GitMerge } from "lucide-react";
import { useEffect } from "react";
import { isProblem } from "../../api/describe-error.ts";
import { libraryItemQuery, type ItemBody, type LibraryKind, type VersionedItem } from "../../api/library.ts";
import { ConflictNotice } from "../../ui/conflict-notice.tsx";
import { ErrorNotice, Notice } from "../../ui/error-notice.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { KIND_TEXTS } from "../kinds.ts";
import { textOfBody, textOfItem, TEXT_PATHS } from "../versions/item-text.ts";

interface ItemConflictProps {
  readonly kind: LibraryKind;
  readonly refId: string;
  /** The version that was edited. */
  readonly base: VersionedItem;
  readonly mine: ItemBody;
  readonly isBusy: boolean;
  readonly onOverwrite: (latest: VersionedItem) => void;
  readonly onDiscard: (latest: VersionedItem) => void;
}

export function ItemConflict(props: ItemConflictProps) {
  const { kind, refId, base, mine, isBusy, onOverwrite, onDiscard } = props;
  const latest = useQuery(libraryItemQuery(kind, refId));
  const { refetch } = latest;
  // The cached version may be the one that was edited.
  useEffect(() => void refetch(), [refetch]);
  const { one } = KIND_TEXTS[kind];
  if (isProblem(latest.error, "not_found"))
    return (
      <Notice kind="warn" icon={<GitMerge />}>
        <p role="alert">This {one} was deleted. Copy your changes before you leave.</p>
      </Notice>
    );
  if (latest.isError) return <ErrorNotice error={latest.error} onRetry={() => void refetch()} />;
  if (latest.data === undefined || latest.data.etag === base.etag) return <Spinner />;
  const theirs = latest.data;
  return (
    <ConflictNotice
      theirs={textOfItem(theirs.item)}
      mine={textOfBody(mine)}
      path={TEXT_PATHS[kind]}
      isBusy={isBusy}
      onDiscard={() => onDiscard(theirs)}
      onOverwrite={() => onOverwrite(theirs)}
    >
      Somebody saved version {theirs.item.version} of this {one} while you edited version {base.item.version}.
    </ConflictNotice>
  );
}
