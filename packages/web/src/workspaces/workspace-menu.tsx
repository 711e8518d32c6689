import type { Workspace } from "@workspace-agent/client";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useDeleteWorkspace } from "../api/workspaces.ts";
import { IconButton } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { showToast } from "../ui/toast.tsx";
import { RenameWorkspaceDialog } from "./rename-workspace-dialog.tsx";

interface WorkspaceMenuProps {
  readonly workspace: Workspace;
  readonly onDeleted?: () => void;
}

export function WorkspaceMenu({ workspace, onDeleted }: WorkspaceMenuProps) {
  const [open, setOpen] = useState<"rename" | "delete" | null>(null);
  const remove = useDeleteWorkspace(workspace.id);
  const close = () => {
    setOpen(null);
    remove.reset();
  };
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        close();
        showToast("Workspace deleted", workspace.name);
        onDeleted?.();
      },
    });
  return (
    <>
      <Menu trigger={<IconButton label={`Actions for ${workspace.name}`} icon={<Ellipsis />} />}>
        <MenuItem icon={<Pencil />} onSelect={() => setOpen("rename")}>
          Rename …
        </MenuItem>
        <MenuItem icon={<Trash2 />} isDangerous onSelect={() => setOpen("delete")}>
          Delete …
        </MenuItem>
      </Menu>
      {open === "rename" && <RenameWorkspaceDialog workspace={workspace} onClose={close} />}
      <ConfirmDialog
        isOpen={open === "delete"}
        onClose={close}
        title="Delete this workspace?"
        action="Delete workspace"
        typed={workspace.name}
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={confirm}
      >
        Its files, its sessions and their transcripts are deleted, and what runs is interrupted. This cannot
        be undone.
      </ConfirmDialog>
    </>
  );
}
