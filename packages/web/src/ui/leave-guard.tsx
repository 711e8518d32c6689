import { useBlocker, type ShouldBlockFn } from "@tanstack/react-router";
import { ConfirmDialog } from "./confirm-dialog.tsx";

const UNSAVED = {
  title: "Leave without saving?",
  action: "Leave without saving",
  children: "Your changes are not saved and will be lost.",
};

/** The location that is left, and the next one. */
export type Locations = Pick<Parameters<ShouldBlockFn>[0], "current" | "next">;

interface LeaveGuardProps {
  readonly isDirty: boolean;
  /** Whether something is lost at the next location. Default: it always is. */
  readonly isLost?: (locations: Locations) => boolean;
  readonly texts?: typeof UNSAVED & { readonly dismiss?: string };
}

/** Asks before something is lost because its page is left. */
export function LeaveGuard({ isDirty, isLost = () => true, texts = UNSAVED }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: (locations) => isDirty && isLost(locations),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return <ConfirmDialog onClose={blocker.reset} onConfirm={blocker.proceed} {...texts} />;
}
