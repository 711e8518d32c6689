import { lazy, Suspense } from "react";
import { classNames } from "./class-names.ts";
import styles from "./diff-view.module.css";
import { SkeletonRows } from "./spinner.tsx";
import { useIsNarrow } from "./use-is-narrow.ts";

export interface DiffViewProps {
  readonly before: string;
  readonly after: string;
  /** Its ending chooses the language. */
  readonly path: string;
  /** What is compared, for those who listen: `config.json`. */
  readonly label: string;
  /** Default: side by side, and one above the other on narrow screens. */
  readonly layout?: "split" | "unified";
  /** Numbers of the lines where they are not 1, 2, 3 …: of pieces of a file. Null: a gap between two pieces. */
  readonly lineNumbers?: {
    readonly before: readonly (number | null)[];
    readonly after: readonly (number | null)[];
  };
  /** Default: as high as what it shows. */
  readonly className?: string | undefined;
}

const Panel = lazy(async () => ({ default: (await import("./code/diff-panel.tsx")).DiffPanel }));

/** Two texts compared. Long stretches that are the same are folded. Its library is loaded when it is first shown. */
export function DiffView(props: DiffViewProps) {
  const isNarrow = useIsNarrow();
  const layout = props.layout ?? (isNarrow ? "unified" : "split");
  return (
    <Suspense
      fallback={
        <div className={styles.waiting}>
          <SkeletonRows count={3} />
        </div>
      }
    >
      <Panel {...props} layout={layout} className={classNames(styles.diff, props.className)} />
    </Suspense>
  );
}
