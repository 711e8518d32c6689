import { FilePlus, FolderPlus, FolderUp, Upload } from "lucide-react";
import { useState } from "react";
import type { Volume } from "../../api/file-source.ts";
import { Button } from "../../ui/button.tsx";
import type { EntryProps } from "./entry-panel.tsx";
import styles from "./files-screen.module.css";
import { NewEntryDialog } from "./new-entry-dialog.tsx";
import { usePick } from "./upload-area.tsx";

/** Buttons that upload or create files in a folder. */
export function AddEntries(folder: EntryProps<Volume>) {
  const [creating, setCreating] = useState<"file" | "folder" | null>(null);
  const pick = usePick();
  return (
    <>
      <Button icon={<Upload />} onClick={() => pick("files")}>
        Upload files
      </Button>
      <Button icon={<FolderUp />} onClick={() => pick("folder")}>
        Upload folder
      </Button>
      <Button icon={<FilePlus />} onClick={() => setCreating("file")}>
        New file
      </Button>
      <Button icon={<FolderPlus />} onClick={() => setCreating("folder")}>
        New folder
      </Button>
      {creating !== null && <NewEntryDialog {...folder} kind={creating} onClose={() => setCreating(null)} />}
    </>
  );
}

export function DropHint({ isEmpty }: { readonly isEmpty: boolean }) {
  return (
    <div className={styles.drop}>
      <Upload aria-hidden />
      <p>{isEmpty && "This folder is empty. "}Drop files or folders here to upload them.</p>
    </div>
  );
}
