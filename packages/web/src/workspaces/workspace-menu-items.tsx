import type { Workspace } from "@workspace-agent/client";
import { FilePlus, Pencil, Trash2 } from "lucide-react";
import { MenuItem } from "../ui/menu.tsx";
import { PersonalItems } from "./personal/personal-items.tsx";
import { workspaceName } from "./personal/personal-view.ts";
import type { WorkspaceDialogKind } from "./workspace-dialogs.tsx";

interface WorkspaceMenuItemsProps {
  readonly workspace: Workspace;
  readonly onOpen: (kind: WorkspaceDialogKind) => void;
}

export function WorkspaceMenuItems({ workspace: { id, name }, onOpen }: WorkspaceMenuItemsProps) {
  return (
    <>
      <MenuItem icon={<Pencil />} onSelect={() => onOpen("rename")}>
        Rename…
      </MenuItem>
      <PersonalItems kind="Workspace" name={workspaceName(id)} title={name} />
      <MenuItem icon={<FilePlus />} onSelect={() => onOpen("template")}>
        Save as template…
      </MenuItem>
      <MenuItem icon={<Trash2 />} isDangerous onSelect={() => onOpen("delete")}>
        Delete…
      </MenuItem>
    </>
  );
}
