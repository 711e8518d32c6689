import type { Session } from "@workspace-agent/client";
import { useNavigate } from "@tanstack/react-router";
import { Copy, Download, Ellipsis, GitFork, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { describeError } from "../../../api/describe-error.ts";
import { readTranscript, useDeleteSession } from "../../../api/sessions.ts";
import { IconButton } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { drafts } from "../composer/drafts.ts";
import { saveText } from "../save-text.ts";
import { useForkHere } from "../use-fork-here.ts";
import { RenameSessionDialog } from "./rename-session-dialog.tsx";

/** What can be done with a session as a whole. */
export function SessionMenu({ session }: { readonly session: Session }) {
  const { id, workspace_id: workspaceId } = session;
  const [open, setOpen] = useState<"rename" | "delete" | null>(null);
  const navigate = useNavigate();
  const remove = useDeleteSession(workspaceId, id);
  const fork = useForkHere();
  const close = () => {
    setOpen(null);
    remove.reset();
  };
  const transcript = async (type: "text/markdown" | "application/json", use: (text: string) => void) => {
    try {
      use(await readTranscript(workspaceId, id, type));
    } catch (error) {
      showToast("The transcript could not be read", describeError(error).message);
    }
  };
  const copy = async () =>
    await transcript("text/markdown", (text) => {
      navigator.clipboard.writeText(text).then(
        () => showToast("Transcript copied"),
        () => showToast("The browser did not allow to copy", "Download it instead."),
      );
    });
  return (
    <>
      <Menu trigger={<IconButton label="Actions for this session" icon={<Ellipsis />} />}>
        <MenuItem icon={<Pencil />} onSelect={() => setOpen("rename")}>
          Rename …
        </MenuItem>
        <MenuItem icon={<GitFork />} onSelect={() => fork.begin(null)}>
          Fork
        </MenuItem>
        <MenuItem icon={<Copy />} onSelect={() => void copy()}>
          Copy transcript
        </MenuItem>
        <MenuItem
          icon={<Download />}
          onSelect={() =>
            void transcript("text/markdown", (text) => saveText(text, `${id}.md`, "text/markdown"))
          }
        >
          Download as Markdown
        </MenuItem>
        <MenuItem
          icon={<Download />}
          onSelect={() =>
            void transcript("application/json", (text) => saveText(text, `${id}.json`, "application/json"))
          }
        >
          Download as JSON
        </MenuItem>
        <MenuItem icon={<Trash2 />} isDangerous onSelect={() => setOpen("delete")}>
          Delete …
        </MenuItem>
      </Menu>
      {open === "rename" && <RenameSessionDialog session={session} onClose={close} />}
      <ConfirmDialog
        isOpen={open === "delete"}
        onClose={close}
        title="Delete this session?"
        action="Delete session"
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              close();
              drafts.remove(workspaceId, id);
              showToast("Session deleted");
              void navigate({ to: "/workspaces/$id/chat", params: { id: workspaceId }, search: {} });
            },
          })
        }
      >
        Its transcript is deleted, its subagents’ too, and what runs in it is stopped. The workspace’s files
        stay. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
