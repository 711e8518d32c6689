import { TriangleAlert } from "lucide-react";
import type { Rewound } from "../../api/rewind.ts";
import { Badge } from "../../ui/badge.tsx";
import { counted } from "../../ui/describe-amounts.ts";
import { Notice } from "../../ui/error-notice.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { visibleText } from "../chat/text/visible-text.ts";
import { fileChanges, type ChangedPaths } from "./describe-rewind.ts";
import styles from "./rewind.module.css";

/** The most ignored paths that are named. */
const MAX_IGNORED = 5;

interface RewindPlanProps {
  readonly plan: Rewound;
  /** Whether files are included that others have changed. */
  readonly isForced: boolean;
  readonly onForce: (isForced: boolean) => void;
}

/** The files that a rewind would change. */
export function RewindPlan({ plan, isForced, onForce }: RewindPlanProps) {
  const { restored, removed } = fileChanges(plan);
  const { conflicts, ignored } = plan.counts;
  const isConflict = new Set(plan.conflicts);
  return (
    <>
      {restored.count + removed.count === 0 && <p>The files are already as they were then.</p>}
      <PathList name="Restored" paths={restored} isConflict={isConflict} />
      <PathList name="Removed" paths={removed} isConflict={isConflict} />
      {conflicts > 0 && (
        <Notice kind="warn" icon={<TriangleAlert />}>
          <p className={styles.warning}>
            {conflicts === 1 ? "A file was" : `${counted(conflicts, "file")} were`} also changed by another
            session or by a person.
          </p>
          <Checkbox
            label={`Discard the changes of others in ${counted(conflicts, "file")}`}
            isChecked={isForced}
            onChange={onForce}
          />
        </Notice>
      )}
      {ignored > 0 && (
        <p className="hint">
          Ignored files stay as they are: {plan.ignored.slice(0, MAX_IGNORED).map(visibleText).join(", ")}
          {ignored > MAX_IGNORED && ` and ${(ignored - MAX_IGNORED).toLocaleString("en")} more`}.
        </p>
      )}
    </>
  );
}

interface PathListProps {
  readonly name: string;
  readonly paths: ChangedPaths;
  readonly isConflict: ReadonlySet<string>;
}

function PathList({ name, paths: { count, shown }, isConflict }: PathListProps) {
  if (count === 0) return null;
  const more = count - shown.length;
  return (
    <section className={styles.list}>
      <h3>
        {name}: {count.toLocaleString("en")}
      </h3>
      <div className={styles.paths} tabIndex={0} role="group" aria-label={`${name} files`}>
        <ul>
          {shown.map((path) => (
            <li key={path}>
              <bdi>{visibleText(path)}</bdi>
              {isConflict.has(path) && <Badge tone="warn">changed by others</Badge>}
            </li>
          ))}
        </ul>
        {more > 0 && <p className="hint">and {more.toLocaleString("en")} more</p>}
      </div>
    </section>
  );
}
