import { lazy, Suspense } from "react";
import { classNames } from "./class-names.ts";
import styles from "./code-editor.module.css";
import { SkeletonRows } from "./spinner.tsx";

export interface CodeEditorProps {
  readonly value: string;
  readonly onChange?: (value: string) => void;
  /** Ctrl/⌘+S. */
  readonly onSave?: () => void;
  /** Its name selects the language. */
  readonly path: string;
  /** The accessible name. */
  readonly label: string;
  readonly isReadOnly?: boolean;
  readonly isWrapped?: boolean;
  readonly className?: string | undefined;
}

const Panel = lazy(async () => ({ default: (await import("./code/editor-panel.tsx")).EditorPanel }));

/** An editor that fills the height of its parent. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<SkeletonRows />}>
      <Panel {...props} className={classNames(styles.editor, props.className)} />
    </Suspense>
  );
}
