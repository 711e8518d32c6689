import { FilePlus, Pencil, Trash2 } from "lucide-react";
import { MenuItem } from "../ui/menu.tsx";
import type { WorkspaceDialogKind } from "./workspace-dialogs.tsx";

interface WorkspaceMenuItemsProps {
  readonly onOpen: (kind: WorkspaceDialogKind) => void;
}

export function WorkspaceMenuItems({ onOpen }: WorkspaceMenuItemsProps) {
  return (
    <>
      <MenuItem icon={<Pencil />} onSelect={() => onOpen("rename")}>
        Rename…
      </MenuItem>
      <MenuItem icon={<FilePlus />} onSelect={() => onOpen("template")}>
        Save as template…
      </MenuItem>
      <MenuItem icon={<Trash2 />} isDangerous onSelect={() => onOpen("delete")}>
        Delete…
      </MenuItem>
    </>
  );
}
