import type { FileChange } from "../../api/changes.ts";
import { Check } from "lucide-react";
import { useRef } from "react";
import { Virtualizer } from "virtua";
import { classNames } from "../../ui/class-names.ts";
import styles from "./changes-screen.module.css";
import { LineCounts } from "./line-counts.tsx";

interface ChangedFilesProps {
  readonly files: readonly FileChange[];
  /** The paths of those that are marked as viewed. */
  readonly viewed: ReadonlySet<string>;
  readonly shown: string;
  readonly onShow: (path: string) => void;
}

const ROW_PX = 36;
const LETTERS = { added: "A", modified: "M", deleted: "D" } as const;
const TONES = { added: "good", modified: "warn", deleted: "bad" } as const;

export function ChangedFiles({ files, viewed, shown, onShow }: ChangedFilesProps) {
  const scroller = useRef<HTMLElement>(null);
  return (
    <nav ref={scroller} className={styles.files} aria-label="Changed files">
      <Virtualizer as="ul" item="li" scrollRef={scroller} data={files} itemSize={ROW_PX}>
        {(file) => (
          <button
            key={file.path}
            type="button"
            className="nav-entry"
            aria-current={file.path === shown || undefined}
            title={file.path}
            onClick={() => onShow(file.path)}
          >
            <span className={styles.letter} data-tone={TONES[file.status]} aria-hidden>
              {LETTERS[file.status]}
            </span>
            <span className={classNames("clipped", styles.path)}>
              {/* A long path is clipped at its start. */}
              <bdi>{file.path}</bdi>
            </span>
            <span className="unseen">, {file.status}</span>
            {viewed.has(file.path) && (
              <>
                <Check className={styles.viewed} aria-hidden />
                <span className="unseen">, viewed</span>
              </>
            )}
            <FileCounts file={file} />
          </button>
        )}
      </Virtualizer>
    </nav>
  );
}

/** `+3 −1`, or that the file is binary. */
export function FileCounts({ file }: { readonly file: FileChange }) {
  if (file.binary) return <span className="hint">binary</span>;
  return <LineCounts additions={file.additions} deletions={file.deletions} />;
}
