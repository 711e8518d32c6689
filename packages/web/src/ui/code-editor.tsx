import { lazy, Suspense } from "react";
import { classNames } from "./class-names.ts";
import styles from "./code-editor.module.css";
import { SkeletonRows } from "./spinner.tsx";

export interface CodeEditorProps {
  /** A new value replaces what is in the editor; what `onChange` said may be given back. */
  readonly value: string;
  readonly onChange?: (value: string) => void;
  /** Ctrl/⌘+S. */
  readonly onSave?: () => void;
  /** Its ending chooses the language: `prompt.md`. Another path is another editor: give it a `key` too. */
  readonly path: string;
  /** What it holds, for those who listen. */
  readonly label: string;
  readonly isReadOnly?: boolean;
  readonly isWrapped?: boolean;
  /** Default: all the height of what it stands in, which has to have one. */
  readonly className?: string | undefined;
}

const Panel = lazy(async () => ({ default: (await import("./code/editor-panel.tsx")).EditorPanel }));

/** Text to be written, with line numbers and colours. Its library is loaded when it is first shown. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <Suspense
      fallback={
        <div className={styles.waiting}>
          <SkeletonRows />
        </div>
      }
    >
      <Panel {...props} className={classNames(styles.editor, props.className)} />
    </Suspense>
  );
}
