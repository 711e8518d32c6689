import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** Asks before a page with unsaved changes is left. */
export function LeaveGuard({ isDirty }: { readonly isDirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <ConfirmDialog
      onClose={blocker.reset}
      title="Leave without saving?"
      action="Leave without saving"
      onConfirm={blocker.proceed}
    >
      Your changes are not saved and will be lost.
    </ConfirmDialog>
  );
}
