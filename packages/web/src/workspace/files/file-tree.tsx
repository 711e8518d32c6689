import { ChevronDown, ChevronRight, File, FileQuestion, Folder, FolderOpen, Link2 } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { Bytes } from "../../ui/bytes.tsx";
import { classNames } from "../../ui/class-names.ts";
import styles from "./files-screen.module.css";
import { canOpen, treeStep, type TreeRow } from "./tree.ts";

interface FileTreeProps {
  readonly rows: readonly TreeRow[];
  /** The key of the selected row. */
  readonly chosen: string;
  readonly onToggle: (folder: TreeRow, isOpen: boolean) => void;
  readonly onChoose: (row: TreeRow) => void;
}

const ROW_PX = 30;

/** Renders the visible rows only. Arrow keys move through all of them. */
export function FileTree({ rows, chosen, onToggle, onChoose }: FileTreeProps) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const list = useRef<VirtualizerHandle>(null);
  const indexOf = (key: string) => rows.findIndex((row) => row.key === key);
  const at = Math.max(0, indexOf(focused ?? chosen));
  const shownAt = indexOf(chosen);
  const scrollTo = (index: number) => list.current?.scrollToIndex(index, { align: "nearest" });
  useEffect(() => {
    setFocused(chosen);
    if (shownAt > 0) scrollTo(shownAt);
    // Only when the row appears: later, the scroll position is the user's.
  }, [chosen, shownAt === -1]);
  const press = (event: KeyboardEvent) => {
    const step = treeStep(event.key, rows, at);
    if (step === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (step.do === "select") onChoose(step.row);
    else if (step.do !== "go") onToggle(step.row, step.do === "open");
    else {
      setFocused(rows[step.to]?.key ?? null);
      scrollTo(step.to);
    }
  };
  return (
    <div
      ref={scroller}
      className={styles.tree}
      role="tree"
      aria-label="Files"
      tabIndex={0}
      aria-activedescendant={`${id}-${at}`}
      onKeyDown={press}
    >
      {/* The focused row stays mounted, since aria-activedescendant refers to it. */}
      <Virtualizer ref={list} scrollRef={scroller} data={rows} itemSize={ROW_PX} keepMounted={[at]}>
        {(row, index) => (
          <div
            key={row.key}
            id={`${id}-${index}`}
            role="treeitem"
            aria-level={row.level}
            aria-posinset={row.position}
            aria-setsize={row.count}
            aria-selected={row.key === chosen}
            aria-disabled={!canOpen(row) || undefined}
            {...(row.kind === "folder" && { "aria-expanded": row.isOpen })}
            className={styles.row}
            data-focused={index === at || undefined}
            data-kind={row.kind}
            style={{ paddingLeft: `${row.level * 0.9 - 0.4}rem` }}
            onClick={() => {
              setFocused(row.key);
              if (row.kind === "folder" && row.key === chosen) onToggle(row, !row.isOpen);
              else if (canOpen(row)) onChoose(row);
            }}
          >
            <RowIcons row={row} onToggle={onToggle} />
            <bdi className={classNames("clipped", styles.name)}>{row.name}</bdi>
            {row.kind === "unreadable" ? (
              <span className={styles.size} title="It cannot be opened, since its name is not UTF-8">
                name is not UTF-8<span className="unseen"> and cannot be opened</span>
              </span>
            ) : (
              row.size !== null && (
                <span className={styles.size}>
                  <Bytes count={row.size} />
                </span>
              )
            )}
          </div>
        )}
      </Virtualizer>
    </div>
  );
}

function RowIcons({ row, onToggle }: { readonly row: TreeRow } & Pick<FileTreeProps, "onToggle">) {
  if (row.kind === "message") return null;
  if (row.kind !== "folder") {
    return (
      <>
        <span className={styles.chevron} />
        {row.kind === "link" && <Link2 aria-label="Link" />}
        {row.kind === "file" && <File aria-hidden />}
        {row.kind === "unreadable" && <FileQuestion aria-hidden />}
      </>
    );
  }
  return (
    <>
      <span
        className={styles.chevron}
        onClick={(event) => {
          event.stopPropagation();
          onToggle(row, !row.isOpen);
        }}
      >
        {row.isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
      </span>
      {row.isOpen ? <FolderOpen aria-hidden /> : <Folder aria-hidden />}
    </>
  );
}
