import { useState, type ReactNode } from "react";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { ToggleGroup } from "../../../ui/toggle-group.tsx";
import { previewKindOf } from "./kind.ts";
import styles from "./preview.module.css";

const Preview = lazyComponent(async () => (await import("./preview.tsx")).Preview);

const VIEWS = [
  { value: "source", label: "Source" },
  { value: "preview", label: "Preview" },
] as const;

interface TextPanelProps {
  readonly path: string;
  readonly text: string;
  /** The editor of the text. */
  readonly children: ReactNode;
}

/** The source of a text, or what it looks like. */
export function TextPanel({ path, text, children }: TextPanelProps) {
  const kind = previewKindOf(path);
  const [view, setView] = useState<"source" | "preview">("source");
  if (kind === null) return children;
  const isPreview = view === "preview";
  return (
    <>
      <div className={styles.bar}>
        <ToggleGroup label="View" value={view} onChange={setView} options={VIEWS} />
      </div>
      {/* The editor stays, with its history. */}
      <div className={styles.source} hidden={isPreview}>
        {children}
      </div>
      {isPreview && (
        <div className={styles.view}>
          <Preview kind={kind} path={path} text={text} />
        </div>
      )}
    </>
  );
}
