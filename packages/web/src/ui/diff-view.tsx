import { lazy, Suspense, useLayoutEffect, useRef, useState } from "react";
import { classNames } from "./class-names.ts";
import styles from "./diff-view.module.css";
import { SkeletonRows } from "./spinner.tsx";

/** Lines of one side, by their index from 0. `last` is included. */
export interface SelectedLines {
  readonly side: "before" | "after";
  readonly first: number;
  readonly last: number;
}

export interface DiffViewProps {
  readonly before: string;
  readonly after: string;
  /** Its name selects the language. */
  readonly path: string;
  /** The accessible name: `config.json`. */
  readonly label: string;
  /** Default: `split`, or `unified` where that is too narrow. */
  readonly layout?: "split" | "unified";
  /** The line numbers of an excerpt of a file; null is a gap between two hunks. */
  readonly lineNumbers?: {
    readonly before: readonly (number | null)[];
    readonly after: readonly (number | null)[];
  };
  /** Called with the lines that the reader selects, or to which they move. */
  readonly onSelect?: (lines: SelectedLines) => void;
  readonly className?: string | undefined;
}

const Panel = lazy(async () => ({ default: (await import("./code/diff-panel.tsx")).DiffPanel }));

/** Narrower frames show the unified layout. */
const NARROW_PX = 640;

/** The differences of two texts, with long unchanged parts collapsed. */
export function DiffView(props: DiffViewProps) {
  const { frame, isNarrow } = useIsNarrowFrame();
  const layout = props.layout ?? (isNarrow ? "unified" : "split");
  return (
    <div ref={frame} className={classNames("fill", props.className)}>
      <Suspense fallback={<SkeletonRows count={3} />}>
        <Panel {...props} layout={layout} className={styles.diff} />
      </Suspense>
    </div>
  );
}

function useIsNarrowFrame() {
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
