import type { FileChange } from "../../api/changes.ts";
import { useRef } from "react";
import { Virtualizer } from "virtua";
import styles from "./changes-screen.module.css";
import { LineCounts } from "./line-counts.tsx";

interface ChangedFilesProps {
  readonly files: readonly FileChange[];
  readonly shown: string;
  readonly onShow: (path: string) => void;
}

const ROW_PX = 36;
const LETTERS = { added: "A", modified: "M", deleted: "D" } as const;

/** The list of files; of thousands only those in view are in the page. */
export function ChangedFiles({ files, shown, onShow }: ChangedFilesProps) {
  const scroller = useRef<HTMLElement>(null);
  return (
    <nav ref={scroller} className={styles.files} aria-label="Changed files">
      <Virtualizer as="ul" item="li" scrollRef={scroller} data={files} itemSize={ROW_PX}>
        {(file) => (
          <button
            key={file.path}
            type="button"
            aria-current={file.path === shown || undefined}
            title={file.path}
            onClick={() => onShow(file.path)}
          >
            <span className={styles.letter} data-status={file.status} aria-hidden>
              {LETTERS[file.status]}
            </span>
            <span className={styles.path}>
              {/* The end of a path says most: it is what stays in sight. */}
              <bdi>{file.path}</bdi>
            </span>
            <span className="unseen">, {file.status}</span>
            <LineCounts file={file} />
          </button>
        )}
      </Virtualizer>
    </nav>
  );
}
