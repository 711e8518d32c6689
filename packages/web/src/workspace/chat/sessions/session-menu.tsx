import type { Session } from "@workspace-agent/client";
import { useNavigate } from "@tanstack/react-router";
import { Copy, Download, Ellipsis, GitFork, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { describeError, fieldError } from "../../../api/describe-error.ts";
import { readTranscript, useDeleteSession, useRenameSession } from "../../../api/sessions.ts";
import { IconButton } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { copyText } from "../../../ui/copy-button.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { RenameDialog } from "../../../ui/rename-dialog.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { showToast } from "../../../ui/toast.tsx";
import { drafts } from "../composer/drafts.ts";
import { useFork } from "../use-fork.ts";

export function SessionMenu({ session }: { readonly session: Session }) {
  const { id, workspace_id: workspaceId } = session;
  const [open, setOpen] = useState<"rename" | "delete" | null>(null);
  const navigate = useNavigate();
  const rename = useRenameSession(workspaceId, id);
  const remove = useDeleteSession(workspaceId, id);
  const fork = useFork();
  const close = () => {
    setOpen(null);
    rename.reset();
    remove.reset();
  };
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
      {open === "rename" && (
        <RenameDialog
          title="Rename session"
          name={session.name ?? ""}
          hint="Without a name, the first message is the title."
          isOptional
          onClose={close}
          onRename={(name) => rename.mutate(name === "" ? null : name, { onSuccess: close })}
          isBusy={rename.isPending}
          error={rename.error}
          nameError={fieldError(rename.error, "#/name")}
        />
      )}
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
        This deletes its transcript and those of its subagents, and stops a running turn. The files of the
        workspace are kept. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
