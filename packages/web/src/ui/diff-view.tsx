import { lazy, Suspense, useLayoutEffect, useRef, useState } from "react";
import { classNames } from "./class-names.ts";
import styles from "./diff-view.module.css";
import { SkeletonRows } from "./spinner.tsx";

export interface DiffViewProps {
  readonly before: string;
  readonly after: string;
  /** Its ending chooses the language. */
  readonly path: string;
  /** What is compared, for those who listen: `config.json`. */
  readonly label: string;
  /** Default: side by side, and one above the other where there is no room for both. */
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

/** Narrower than this, two columns of code cannot be read. */
const NARROW_PX = 640;

/** Two texts compared. Long stretches that are the same are folded. Its library is loaded when it is first shown. */
export function DiffView(props: DiffViewProps) {
  const { frame, isNarrow } = useNarrowness();
  const layout = props.layout ?? (isNarrow ? "unified" : "split");
  return (
    <div ref={frame} className={classNames(styles.frame, props.className)}>
      <Suspense
        fallback={
          <div className={styles.waiting}>
            <SkeletonRows count={3} />
          </div>
        }
      >
        <Panel {...props} layout={layout} className={styles.diff} />
      </Suspense>
    </div>
  );
}

/** Whether an element is too narrow for two columns. */
function useNarrowness() {
  const frame = useRef<HTMLDivElement>(null);
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const { current } = frame;
    if (current === null) return;
    const measure = () => setNarrow(current.clientWidth < NARROW_PX);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { frame, isNarrow };
}
