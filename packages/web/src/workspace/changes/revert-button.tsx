import { useMutation } from "@tanstack/react-query";
import type { StructuredPatch } from "diff";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import type { FileChange } from "../../api/changes.ts";
import { openFile, useDeleteFile, useWriteFile } from "../../api/files.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Notice } from "../../ui/error-notice.tsx";
import { textBefore } from "./parse-patch.ts";

interface RevertButtonProps {
  readonly workspaceId: string;
  readonly file: FileChange;
  readonly patch: StructuredPatch;
}

const EFFECTS = {
  added: "It did not exist before, so it is deleted.",
  modified: "It gets its earlier text. Its other changes stay.",
  deleted: "It is created again with its earlier text.",
} as const;

/** Whether a file gets back what it was by its text alone: it is no link, and its mode stays. */
export function isRevertible(
  { binary, status }: FileChange,
  { hunks, oldMode, newMode }: StructuredPatch,
): boolean {
  if (binary) return false;
  if (status === "added") return newMode !== "120000";
  return status === "deleted" ? oldMode === "100644" : hunks.length > 0 && oldMode === newMode;
}

/** What was opened and closed is gone: the focus stays in its area. */
const focus = (element: HTMLElement | null) => element?.focus();

/** Takes the change of a file back. */
export function RevertButton({ workspaceId, file, patch }: RevertButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const revert = useRevert(workspaceId, file);
  // The file may change again.
  if (revert.data === true && revert.variables === patch)
    return (
      <span role="status" tabIndex={-1} ref={focus}>
        <Badge tone="good">reverted</Badge>
      </span>
    );
  return (
    <>
      <Button kind="quiet" size="small" icon={<Undo2 />} onClick={() => setOpen(true)}>
        Revert file…
      </Button>
      {isOpen && (
        <ConfirmDialog
          onClose={() => {
            setOpen(false);
            revert.reset();
          }}
          title="Revert this file?"
          action="Revert file"
          isBusy={revert.isPending}
          error={revert.error}
          onConfirm={() => revert.mutate(patch, { onSuccess: (isReverted) => setOpen(!isReverted) })}
        >
          <p>
            <strong>{file.path}</strong>: {EFFECTS[file.status]}
          </p>
          {revert.data === false && (
            <Notice kind="warn">These lines have changed since. Nothing was reverted.</Notice>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Returns whether it was possible: it is not where the lines have changed since. */
function useRevert(workspaceId: string, { path, status }: FileChange) {
  const write = useWriteFile(workspaceId, "own");
  const remove = useDeleteFile(workspaceId, "own");
  return useMutation({
    mutationFn: async (patch: StructuredPatch) => {
      const { text, etag } =
        status === "deleted" ? { text: "", etag: null } : await openFile(workspaceId, "own", path);
      const before = text === null ? null : textBefore(text, patch);
      if (before === null || (status === "added" && before !== "")) return false;
      if (status === "added") await remove.mutateAsync(path);
      else await write.mutateAsync({ path, text: before, ifMatch: etag });
      return true;
    },
  });
}
