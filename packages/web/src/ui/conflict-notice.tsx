import { GitMerge } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { DiffView } from "./diff-view.tsx";
import { Notice } from "./error-notice.tsx";

interface ConflictNoticeProps {
  /** What happened. */
  readonly children: ReactNode;
  readonly theirs: string;
  readonly mine: string;
  /** Its name selects the language of the diff. */
  readonly path: string;
  readonly isBusy: boolean;
  readonly onDiscard: () => void;
  readonly onOverwrite: () => void;
}

/** Somebody else saved a newer version: shows the differences, and lets the user decide which version to keep. */
export function ConflictNotice(props: ConflictNoticeProps) {
  const { children, theirs, mine, path, isBusy, onDiscard, onOverwrite } = props;
  return (
    <div className="stack">
      <Notice kind="warn" icon={<GitMerge />}>
        <p role="alert">{children} Your changes are not saved.</p>
        <span className="cluster">
          <Button disabled={isBusy} onClick={onDiscard}>
            Discard my changes
          </Button>
          <Button isBusy={isBusy} onClick={onOverwrite}>
            Overwrite
          </Button>
        </span>
      </Notice>
      <div className="boxed">
        <DiffView before={theirs} after={mine} path={path} label={path} />
      </div>
    </div>
  );
}
