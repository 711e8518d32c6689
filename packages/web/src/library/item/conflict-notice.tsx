import { useQuery } from "@tanstack/react-query";
import { GitMerge } from "lucide-react";
import { useEffect, useState } from "react";
import { isProblem } from "../../api/describe-error.ts";
import { libraryItemQuery, type ItemBody, type Versioned, type LibraryKind } from "../../api/library.ts";
import { Button } from "../../ui/button.tsx";
import { DiffView } from "../../ui/diff-view.tsx";
import { ErrorNotice, Notice } from "../../ui/error-notice.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { WORDS } from "../kinds.ts";
import { textOfBody, textOfItem, TEXT_PATHS } from "../versions/item-text.ts";
import styles from "./item.module.css";

interface ConflictNoticeProps {
  readonly kind: LibraryKind;
  readonly refId: string;
  /** What the typing began from. */
  readonly base: Versioned;
  readonly mine: ItemBody;
  readonly isBusy: boolean;
  readonly onOverwrite: (latest: Versioned) => void;
  readonly onTakeTheirs: (latest: Versioned) => void;
}

/** Somebody else saved meanwhile: who edits here chooses, with both texts in sight. */
export function ConflictNotice(props: ConflictNoticeProps) {
  const { kind, refId, base, mine, isBusy, onOverwrite, onTakeTheirs } = props;
  const [isComparing, setComparing] = useState(true);
  const latest = useQuery(libraryItemQuery(kind, refId));
  const { refetch } = latest;
  // What is known may be what was refused.
  useEffect(() => void refetch(), [refetch]);
  const { one } = WORDS[kind];
  if (isProblem(latest.error, "not_found"))
    return (
      <Notice kind="warn" icon={<GitMerge />}>
        <p role="alert">
          Somebody deleted this {one} meanwhile. Copy what you need of your text before you leave.
        </p>
      </Notice>
    );
  if (latest.isError) return <ErrorNotice error={latest.error} onRetry={() => void refetch()} />;
  if (latest.data === undefined || latest.data.etag === base.etag) return <Spinner />;
  const theirs = latest.data;
  return (
    <div className={styles.conflict}>
      <Notice kind="warn" icon={<GitMerge />}>
        <p role="alert">
          Somebody saved version {theirs.item.version} of this {one}{" "}
          <RelativeTime at={theirs.item.updated_at} />. Your changes are of version {base.item.version}, and
          are not saved.
        </p>
        <div className={styles.choices}>
          <Button onClick={() => setComparing(!isComparing)} aria-expanded={isComparing}>
            {isComparing ? "Hide the difference" : "Show the difference"}
          </Button>
          <Button isBusy={isBusy} onClick={() => onOverwrite(theirs)}>
            Save mine over it
          </Button>
          <Button disabled={isBusy} onClick={() => onTakeTheirs(theirs)}>
            Take theirs, drop mine
          </Button>
        </div>
      </Notice>
      {isComparing && (
        <DiffView
          before={textOfItem(theirs.item)}
          after={textOfBody(mine)}
          path={TEXT_PATHS[kind]}
          label={`Theirs (version ${theirs.item.version}) and yours`}
        />
      )}
    </div>
  );
}
