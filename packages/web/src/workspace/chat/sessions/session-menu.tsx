import type { Session } from "@workspace-agent/client";
import { Ellipsis } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "../../../ui/button.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { useFork } from "../use-fork.ts";

const SessionMenuItems = lazyComponent(async () => (await import("./session-parts.ts")).SessionMenuItems);
const SessionDialog = lazyComponent(async () => (await import("./session-parts.ts")).SessionDialog);

interface SessionMenuProps {
  readonly session: Session;
  /** Opens the search in its conversation. */
  readonly onFind: () => void;
}

export function SessionMenu({ session, onFind }: SessionMenuProps) {
  const [open, setOpen] = useState<"rename" | "delete" | null>(null);
  const fork = useFork();
  useEffect(SessionMenuItems.preload, []);
  return (
    <>
      <Menu trigger={<IconButton label="Actions for this session" icon={<Ellipsis />} />}>
        <SessionMenuItems
          session={session}
          onFind={onFind}
          onFork={() => fork.begin(null)}
          onOpen={setOpen}
        />
      </Menu>
      {open !== null && <SessionDialog session={session} kind={open} onClose={() => setOpen(null)} />}
    </>
  );
}
