import { Download, Ellipsis, FolderInput, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Volume } from "../../api/file-source.ts";
import { downloadUrl, useDeleteFile } from "../../api/files.ts";
import { IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { download } from "../../ui/save-file.ts";
import { showToast } from "../../ui/toast.tsx";
import type { EntryProps } from "./entry-panel.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { folderOf, nameOf } from "./paths.ts";

export function EntryMenu({ isFolder, ...entry }: EntryProps<Volume> & { readonly isFolder: boolean }) {
  const { workspaceId, source: volume, path, onShow } = entry;
  const [open, setOpen] = useState<"move" | "delete" | null>(null);
  const remove = useDeleteFile(workspaceId, volume);
  const kind = isFolder ? "folder" : "file";
  const close = () => {
    setOpen(null);
    remove.reset();
  };
  return (
    <>
      <Menu trigger={<IconButton label={`Actions for ${nameOf(path)}`} icon={<Ellipsis />} />}>
        <MenuItem
          icon={<Download />}
          onSelect={() => download(downloadUrl(workspaceId, volume, path, isFolder ? "zip" : "file"))}
        >
          {isFolder ? "Download as zip" : "Download"}
        </MenuItem>
        <MenuItem icon={<FolderInput />} onSelect={() => setOpen("move")}>
          Rename or move…
        </MenuItem>
        <MenuItem icon={<Trash2 />} isDangerous onSelect={() => setOpen("delete")}>
          Delete…
        </MenuItem>
      </Menu>
      {open === "move" && <MoveDialog {...entry} onClose={close} />}
      {open === "delete" && (
        <ConfirmDialog
          onClose={close}
          title={`Delete this ${kind}?`}
          action={`Delete ${kind}`}
          typed={isFolder ? nameOf(path) : undefined}
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() =>
            remove.mutate(path, {
              onSuccess: () => {
                close();
                showToast(isFolder ? "Folder deleted" : "File deleted", path);
                onShow(folderOf(path));
              },
            })
          }
        >
          This deletes <strong>{nameOf(path)}</strong>
          {isFolder && " and everything in it"}. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}
