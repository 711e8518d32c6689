import { createContext, use, useState, type DragEvent, type ReactNode } from "react";
import type { Volume } from "../../api/file-source.ts";
import { classNames } from "../../ui/class-names.ts";
import { showToast } from "../../ui/toast.tsx";
import { droppedFiles, pickedFiles } from "./dropped-files.ts";
import styles from "./files-screen.module.css";
import { mountPath } from "./paths.ts";
import { UploadGuard, UploadList } from "./upload-list.tsx";
import { useUploadQueue } from "./use-upload-queue.ts";

interface UploadAreaProps {
  readonly workspaceId: string;
  readonly volume: Volume;
  /** The folder of dropped files. */
  readonly folder: string;
  readonly children: ReactNode;
}

const PickContext = createContext<(kind: "files" | "folder") => void>(() => undefined);

/** Lets the user select what is uploaded. */
export const usePick = () => use(PickContext);

/** Uploads dropped files, and shows their progress. */
export function UploadArea({ workspaceId, volume, folder, children }: UploadAreaProps) {
  const [isOver, setOver] = useState(false);
  const queue = useUploadQueue(workspaceId, volume);
  const pick = (kind: "files" | "folder") => void pickedFiles(kind).then((files) => queue.add(files, folder));
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    void droppedFiles(event.dataTransfer).then(
      (files) => queue.add(files, folder),
      () => showToast("Nothing was uploaded", "The dropped files could not be read."),
    );
  };
  const leave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
  };
  return (
    <PickContext value={pick}>
      <div
        className={classNames("fill", styles.area)}
        data-over={isOver || undefined}
        onDragOver={over}
        onDragLeave={leave}
        onDropCapture={drop}
      >
        {children}
        {isOver && (
          <p className={styles.overlay} role="status">
            Upload to {mountPath(volume, folder)}
          </p>
        )}
        {queue.uploads.length > 0 && <UploadList queue={queue} />}
        <UploadGuard queue={queue} />
      </div>
    </PickContext>
  );
}
