import type { Session } from "@workspace-agent/client";
import { Copy, Download, GitFork, Pencil, Search, Trash2 } from "lucide-react";
import { MenuItem } from "../../../ui/menu.tsx";
import { PersonalItems } from "../../../workspaces/personal/personal-items.tsx";
import { sessionName } from "../../../workspaces/personal/personal-view.ts";
import { sessionTitle } from "./session-title.ts";
import { takeTranscript } from "./take-transcript.ts";

interface SessionMenuItemsProps {
  readonly session: Session;
  readonly onFind: () => void;
  readonly onFork: () => void;
  readonly onOpen: (kind: "rename" | "delete") => void;
}

export function SessionMenuItems({ session, onFind, onFork, onOpen }: SessionMenuItemsProps) {
  const take = (how: "copy" | "md" | "json") => void takeTranscript(session, how);
  return (
    <>
      <MenuItem icon={<Search />} onSelect={onFind}>
        Find in the conversation
      </MenuItem>
      <MenuItem icon={<Pencil />} onSelect={() => onOpen("rename")}>
        Rename…
      </MenuItem>
      {session.parent === null && (
        <PersonalItems
          kind="Session"
          name={sessionName(session.workspace_id, session.id)}
          title={sessionTitle(session)}
        />
      )}
      <MenuItem icon={<GitFork />} onSelect={onFork}>
        Fork
      </MenuItem>
      <MenuItem icon={<Copy />} onSelect={() => take("copy")}>
        Copy transcript
      </MenuItem>
      <MenuItem icon={<Download />} onSelect={() => take("md")}>
        Download as Markdown
      </MenuItem>
      <MenuItem icon={<Download />} onSelect={() => take("json")}>
        Download as JSON
      </MenuItem>
      <MenuItem icon={<Trash2 />} isDangerous onSelect={() => onOpen("delete")}>
        Delete…
      </MenuItem>
    </>
  );
}
