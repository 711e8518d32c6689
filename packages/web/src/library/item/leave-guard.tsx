import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

/** Asks before a page with unsaved changes is left. */
export function LeaveGuard({ isNeeded }: { readonly isNeeded: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isNeeded,
    enableBeforeUnload: isNeeded,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={blocker.status === "blocked"}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      action="Discard changes"
      onConfirm={() => blocker.proceed?.()}
    >
      What you typed is not saved, and is lost when you leave.
    </ConfirmDialog>
  );
}
