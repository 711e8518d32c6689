import type { Session } from "@workspace-agent/client";
import { Copy, Download, Ellipsis, GitFork, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { describeError } from "../../../api/describe-error.ts";
import { readTranscript } from "../../../api/sessions.ts";
import { IconButton } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/copy-button.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { showToast } from "../../../ui/toast.tsx";
import { useFork } from "../use-fork.ts";

const SessionDialog = lazyComponent(async () => (await import("./session-dialogs.tsx")).SessionDialog);

export function SessionMenu({ session }: { readonly session: Session }) {
  const { id, workspace_id: workspaceId } = session;
  const [open, setOpen] = useState<"rename" | "delete" | null>(null);
  const fork = useFork();
  const transcript = async (type: "text/markdown" | "application/json", use: (text: string) => unknown) => {
    try {
      await use(await readTranscript(workspaceId, id, type));
    } catch (error) {
      showToast("The transcript could not be loaded", describeError(error).message);
    }
  };
  const copy = async (text: string) =>
    (await copyText(text))
      ? showToast("Transcript copied")
      : showToast("The transcript could not be copied", "Download it instead.");
  return (
    <>
      <Menu trigger={<IconButton label="Actions for this session" icon={<Ellipsis />} />}>
        <MenuItem icon={<Pencil />} onSelect={() => setOpen("rename")}>
          Rename…
        </MenuItem>
        <MenuItem icon={<GitFork />} onSelect={() => fork.begin(null)}>
          Fork
        </MenuItem>
        <MenuItem icon={<Copy />} onSelect={() => void transcript("text/markdown", copy)}>
          Copy transcript
        </MenuItem>
        <MenuItem
          icon={<Download />}
          onSelect={() =>
            void transcript("text/markdown", (text) => saveFile(text, `${id}.md`, "text/markdown"))
          }
        >
          Download as Markdown
        </MenuItem>
        <MenuItem
          icon={<Download />}
          onSelect={() =>
            void transcript("application/json", (text) => saveFile(text, `${id}.json`, "application/json"))
          }
        >
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
