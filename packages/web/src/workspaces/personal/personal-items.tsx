import { Archive, ArchiveRestore, Pin, PinOff } from "lucide-react";
import { MenuItem } from "../../ui/menu.tsx";
import { showToast } from "../../ui/toast.tsx";
import { archive, pin, unarchive, unpin } from "./personal-view.ts";
import { usePersonalView } from "./use-personal-view.ts";

interface PersonalItemsProps {
  readonly kind: "Workspace" | "Session";
  /** Its name in the view of the person. */
  readonly name: string;
  readonly title: string;
}

/** The items of a menu that pin and archive something in this browser. */
export function PersonalItems({ kind, name, title }: PersonalItemsProps) {
  const { view, change } = usePersonalView();
  const isPinned = view.pinned.has(name);
  const isArchived = view.archived.has(name);
  const archiveIt = () => {
    change((before) => archive(before, name));
    showToast(`${kind} archived`, title, {
      label: "Undo",
      run: () => change((before) => (isPinned ? pin(before, name) : unarchive(before, name))),
    });
  };
  return (
    <>
      <MenuItem
        icon={isPinned ? <PinOff /> : <Pin />}
        onSelect={() => change((before) => (isPinned ? unpin(before, name) : pin(before, name)))}
      >
        {isPinned ? "Unpin" : "Pin"}
      </MenuItem>
      <MenuItem
        icon={isArchived ? <ArchiveRestore /> : <Archive />}
        onSelect={isArchived ? () => change((before) => unarchive(before, name)) : archiveIt}
      >
        {isArchived ? "Unarchive" : "Archive"}
      </MenuItem>
    </>
  );
}
