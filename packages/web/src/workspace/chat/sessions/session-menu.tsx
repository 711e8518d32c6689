import type { Session } from "@workspace-agent/client";
import { Copy, Download, Ellipsis, GitFork, Pencil, Search, Trash2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../../ui/button.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useFork } from "../use-fork.ts";

const SessionDialog = lazyComponent(async () => (await import("./session-dialogs.tsx")).SessionDialog);

interface SessionMenuProps {
  readonly session: Session;
  /** Opens the search in its conversation. */
  readonly onFind: () => void;
}

export function SessionMenu({ session, onFind }: SessionMenuProps) {
  const [open, setOpen] = useState<"rename" | "delete" | null>(null);
  const fork = useFork();
  const take = (how: "copy" | "md" | "json") =>
    void import("./take-transcript.ts").then(
      ({ takeTranscript }) => takeTranscript(session, how),
      () => showToast("Reload the page"),
    );
  return (
    <>
      <Menu trigger={<IconButton label="Actions for this session" icon={<Ellipsis />} />}>
        <MenuItem icon={<Search />} onSelect={onFind}>
          Find in the conversation
        </MenuItem>
        <MenuItem icon={<Pencil />} onSelect={() => setOpen("rename")}>
          Rename…
        </MenuItem>
        <MenuItem icon={<GitFork />} onSelect={() => fork.begin(null)}>
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
        <MenuItem icon={<Trash2 />} isDangerous onSelect={() => setOpen("delete")}>
          Delete…
        </MenuItem>
      </Menu>
      {open !== null && <SessionDialog session={session} kind={open} onClose={() => setOpen(null)} />}
    </>
  );
}
