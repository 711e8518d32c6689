import type { Workspace } from "@workspace-agent/client";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { nameError } from "../api/describe-error.ts";
import { useDeleteWorkspace, useRenameWorkspace } from "../api/workspaces.ts";
import { IconButton } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { RenameDialog } from "../ui/rename-dialog.tsx";
import { showToast } from "../ui/toast.tsx";

interface WorkspaceMenuProps {
  readonly workspace: Workspace;
  readonly onDeleted?: () => void;
}

export function WorkspaceMenu({ workspace: { id, name }, onDeleted }: WorkspaceMenuProps) {
  const [open, setOpen] = useState<"rename" | "delete" | null>(null);
  const rename = useRenameWorkspace(id);
  const remove = useDeleteWorkspace(id);
  const close = () => {
    setOpen(null);
    rename.reset();
    remove.reset();
  };
  return (
    <>
      <Menu trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis />} />}>
        <MenuItem icon={<Pencil />} onSelect={() => setOpen("rename")}>
          Rename…
        </MenuItem>
        <MenuItem icon={<Trash2 />} isDangerous onSelect={() => setOpen("delete")}>
          Delete…
        </MenuItem>
      </Menu>
      {open === "rename" && (
        <RenameDialog
          title="Rename workspace"
          name={name}
          onClose={close}
          onRename={(next) => rename.mutate(next, { onSuccess: close })}
          isBusy={rename.isPending}
          error={rename.error}
          nameError={nameError(rename.error, "workspace")}
        />
      )}
      <ConfirmDialog
        isOpen={open === "delete"}
        onClose={close}
        title="Delete this workspace?"
        action="Delete workspace"
        typed={name}
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              close();
              showToast("Workspace deleted", name);
              onDeleted?.();
            },
          })
        }
      >
        This deletes its files, sessions, and transcripts, and stops everything that runs in it. This cannot
        be undone.
      </ConfirmDialog>
    </>
  );
}
