import type { Workspace } from "@workspace-agent/client";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../ui/button.tsx";
import { lazyComponent } from "../ui/lazy-component.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";

const WorkspaceDialog = lazyComponent(async () => (await import("./workspace-dialogs.tsx")).WorkspaceDialog);

interface WorkspaceMenuProps {
  readonly workspace: Workspace;
  readonly onDeleted?: () => void;
}

export function WorkspaceMenu({ workspace, onDeleted }: WorkspaceMenuProps) {
  const [open, setOpen] = useState<"rename" | "delete" | null>(null);
  return (
    <>
      <Menu trigger={<IconButton label={`Actions for ${workspace.name}`} icon={<Ellipsis />} />}>
        <MenuItem icon={<Pencil />} onSelect={() => setOpen("rename")}>
          Rename…
        </MenuItem>
        <MenuItem icon={<Trash2 />} isDangerous onSelect={() => setOpen("delete")}>
          Delete…
        </MenuItem>
      </Menu>
      {open !== null && (
        <WorkspaceDialog
          workspace={workspace}
          kind={open}
          onClose={() => setOpen(null)}
          onDeleted={onDeleted}
        />
      )}
    </>
  );
}
