import { useBlocker } from "@tanstack/react-router";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface LeaveGuardProps {
  readonly isDirty: boolean;
  /** What would be lost: `file`. */
  readonly what: string;
}

/** Asks before edits that are not saved are left, within the interface and where the page itself is left. */
export function LeaveGuard({ isDirty, what }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <Dialog
      isOpen={blocker.status === "blocked"}
      onClose={() => blocker.reset?.()}
      title={`Leave this ${what}?`}
      footer={
        <>
          <Button onClick={() => blocker.reset?.()}>Go on editing</Button>
          <Button kind="danger" onClick={() => blocker.proceed?.()}>
            Leave without saving
          </Button>
        </>
      }
    >
      <p>Your edits are not saved, and are lost when you leave.</p>
    </Dialog>
  );
}
