import { Download, Ellipsis, FolderInput, Trash2 } from "lucide-react";
import { useState } from "react";
import { downloadAddress, useRemoveFile } from "../../api/files.ts";
import { IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { showToast } from "../../ui/toast.tsx";
import type { PlaceProps } from "./entry-panel.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { folderOf, nameOf } from "./paths.ts";

/** What can be done with a file or folder as a whole. */
export function EntryMenu({
  workspaceId,
  volume,
  path,
  onShow,
  isFolder,
}: PlaceProps & { readonly isFolder: boolean }) {
  const [open, setOpen] = useState<"move" | "delete" | null>(null);
  const remove = useRemoveFile(workspaceId, volume);
  const close = () => {
    setOpen(null);
    remove.reset();
  };
  return (
    <>
      <Menu trigger={<IconButton label={`Actions for ${nameOf(path)}`} icon={<Ellipsis />} />}>
        <MenuItem
          icon={<Download />}
          onSelect={() => download(downloadAddress(workspaceId, volume, path, isFolder ? "zip" : "file"))}
        >
          {isFolder ? "Download as zip" : "Download"}
        </MenuItem>
        <MenuItem icon={<FolderInput />} onSelect={() => setOpen("move")}>
          Rename or move …
        </MenuItem>
        <MenuItem icon={<Trash2 />} isDangerous onSelect={() => setOpen("delete")}>
          Delete …
        </MenuItem>
      </Menu>
      {open === "move" && (
        <MoveDialog
          workspaceId={workspaceId}
          volume={volume}
          path={path}
          onClose={close}
          onMoved={(dest) => onShow(volume, dest)}
        />
      )}
      <ConfirmDialog
        isOpen={open === "delete"}
        onClose={close}
        title={isFolder ? "Delete this folder?" : "Delete this file?"}
        action={isFolder ? "Delete folder" : "Delete file"}
        {...(isFolder && { typed: nameOf(path) })}
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(path, {
            onSuccess: () => {
              close();
              showToast(isFolder ? "Folder deleted" : "File deleted", path);
              onShow(volume, folderOf(path));
            },
          })
        }
      >
        <strong>{nameOf(path)}</strong>
        {isFolder ? " is deleted with all that is in it. " : " is deleted. "}
        This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

/** The browser saves what the instance sends, without leaving the page. */
export function download(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}
