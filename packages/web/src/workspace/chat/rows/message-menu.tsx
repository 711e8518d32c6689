import { Ellipsis, GitFork, Pencil, Undo2 } from "lucide-react";
import { IconButton } from "../../../ui/button.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { useChat } from "../chat-context.ts";
import { useFeedPart } from "../feed/use-session-feed.ts";
import { isBusy } from "../log/session-view.ts";
import type { UserRow } from "../log/row.ts";

/** What can be done from the message with which a turn began. */
export function MessageMenu({ row }: { readonly row: UserRow }) {
  const { openAction } = useChat();
  const isWorking = useFeedPart(({ view }) => isBusy(view));
  if (openAction === null || !row.startsTurn) return null;
  return (
    <Menu trigger={<IconButton label="More actions for this message" icon={<Ellipsis />} />}>
      <MenuItem
        icon={<Undo2 />}
        disabled={isWorking}
        onSelect={() => openAction({ kind: "rewind", message: row })}
      >
        Rewind to here…
      </MenuItem>
      <MenuItem
        icon={<Pencil />}
        disabled={isWorking}
        onSelect={() => openAction({ kind: "edit", message: row })}
      >
        Edit and resend…
      </MenuItem>
      <MenuItem icon={<GitFork />} onSelect={() => openAction({ kind: "fork", message: row })}>
        Fork workspace from here…
      </MenuItem>
    </Menu>
  );
}
