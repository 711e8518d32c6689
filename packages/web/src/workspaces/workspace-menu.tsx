import type { Workspace } from "@workspace-agent/client";
import { Ellipsis } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "../ui/button.tsx";
import { lazyComponent } from "../ui/lazy-component.tsx";
import { Menu } from "../ui/menu.tsx";
import type { WorkspaceDialogKind } from "./workspace-dialogs.tsx";

const WorkspaceMenuItems = lazyComponent(
  async () => (await import("./workspace-parts.ts")).WorkspaceMenuItems,
);
const WorkspaceDialog = lazyComponent(async () => (await import("./workspace-parts.ts")).WorkspaceDialog);

interface WorkspaceMenuProps {
  readonly workspace: Workspace;
  readonly onDeleted?: () => void;
}

export function WorkspaceMenu({ workspace, onDeleted }: WorkspaceMenuProps) {
  const [open, setOpen] = useState<WorkspaceDialogKind | null>(null);
  useEffect(WorkspaceMenuItems.preload, []);
  return (
    <>
      <Menu trigger={<IconButton label={`Actions for ${workspace.name}`} icon={<Ellipsis />} />}>
        <WorkspaceMenuItems workspace={workspace} onOpen={setOpen} />
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
